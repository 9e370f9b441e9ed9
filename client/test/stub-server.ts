import { vi } from 'vitest';

export type StubCall = { method: string; path: string; headers: Headers; body: unknown };
export type StubRoutes = Record<string, (call: StubCall) => unknown>;

/**
 * Stubs `fetch` with a table from `'GET /api/x'` to the response of the call: a Response, or a value that is sent as JSON.
 * A form counts as an object of its fields. Calls without a row get 404. Returns the list of the received calls.
 */
export function stubServer(routes: StubRoutes): StubCall[] {
  const calls: StubCall[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = bodyOf(init);
    const call = { method: init.method ?? 'GET', path, headers: new Headers(init.headers), body };
    calls.push(call);
    const answer = await routes[`${call.method} ${path}`]?.(call);
    if (answer instanceof Response) return answer;
    return answer === undefined ? errorResponse(404, 'not_found', 'Not found') : Response.json(answer);
  });
  return calls;
}

function bodyOf({ body }: RequestInit): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

/** An error response in the common format. */
export function errorResponse(status: number, code: string, text: string, more: object = {}): Response {
  return Response.json({ code, error: text, message: text, ...more }, { status });
}

/** An unsigned access token; the screens only read its claims. */
export function tokenFor(claims: { sub: string; email?: string; exp?: number; [more: string]: unknown }): string {
  const exp = Math.floor(Date.now() / 1000) + 900;
  const payload = btoa(JSON.stringify({ email: 'a@b.in', exp, ...claims })).replace(/=+$/, '');
  return `x.${payload}.x`;
}
