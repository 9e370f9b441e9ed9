import { setTimeout as pause } from 'node:timers/promises';

/** An answer, as far as anybody here reads it. */
export type Reply = { status: number; body: { id?: string; orderId?: number; code?: string } };

const ANSWER_WITHIN_MS = 15_000;
const PAUSE_MS = 250;

/** What a call needs of who makes it. */
export type Line = { url: string; token: string; key?: string };

/**
 * The call as our client makes it: once more, exactly as it was, when nobody answered or when it was not possible just now,
 * until the customer has had enough. Undefined then.
 */
export async function patientCall(
  line: Line,
  { path, body }: { path: string; body?: unknown },
  patienceMs: number,
): Promise<Reply | undefined> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const reply = await oneCall(line, path, body).catch(() => undefined);
    if (reply && reply.status < 500 && reply.status !== 429) return reply;
    await pause(PAUSE_MS);
  }
  return undefined;
}

async function oneCall({ url, token, key }: Line, path: string, body: unknown): Promise<Reply> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}
