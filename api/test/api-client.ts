import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectBus } from '@haat/core/live/connect-bus';
import { connectDatabase, database } from '@haat/core/db/database';
import { findSession, signAccessToken } from '@haat/core/accounts/session';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll } from 'vitest';
import { type AppOptions, createApp } from '../app.ts';
import { createHttpServer } from '../http/server.ts';
import { publicAnswers } from '../public-answers.ts';
import { LiveHub } from '../live/live-hub.ts';
import { streamRequests } from '../live/stream-requests.ts';
import type { Tools } from '../all-routes.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test says with its expectations what it expects to be in there
export type Answer = { status: number; headers: Headers; body: any; text: string };

type Rest = { body?: unknown; headers?: Record<string, string> };

/** Calls as one user, or without a session: `post('/api/orders', { body, headers })`; a FormData goes as a form. */
export type ApiCaller = Record<'get' | 'post' | 'put' | 'patch', (path: string, rest?: Rest) => Promise<Answer>> & {
  request(method: string, path: string, rest?: Rest): Promise<Answer>;
};

export type SignedIn = { token: string; refreshToken: string; sessionId: string };

export type TestApi = {
  url: string;
  server: Server;
  /** The tools that its routes run with. */
  tools: Tools;
  stop(): Promise<void>;
  /** Calls with that session's access token (or any text as the bearer's), or with none. */
  as(who?: SignedIn | string): ApiCaller;
  /** A real session of that user at that shop, without the mail. */
  signIn(who: { user: { id: number }; shop: { id: number } }): Promise<SignedIn>;
};

/** The API on a free port with its streams and sockets, on the test file's database, which must be connected. */
export async function startApi(options: Partial<AppOptions> = {}): Promise<TestApi> {
  const bus = await connectBus();
  const hub = options.hub ?? new LiveHub(bus);
  const app = createApp({ ...options, hub });
  const server = createHttpServer(app, [publicAnswers(app), streamRequests(app, hub)]);
  hub.attachSockets(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    hub.close();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    await bus.close();
  };
  const as = (who?: SignedIn | string) => callerOf(url, typeof who === 'string' ? who : who?.token);
  return { url, server, tools: { hub }, stop, as, signIn };
}

/** The API for the tests of a file: started before them, stopped with everything it uses after them. */
export function apiTest(): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    connectDatabase();
    Object.assign(api, await startApi());
  });
  afterAll(async () => {
    await api.stop();
    await stopServices();
  });
  return api;
}

/** A real session of that user at that shop, without the mail. */
export async function signIn({ user, shop }: { user: { id: number }; shop: { id: number } }): Promise<SignedIn> {
  const { sessionId, refreshToken } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  const session = await findSession(sessionId);
  if (!session) throw new Error('This user cannot log in');
  return { token: await signAccessToken(session), refreshToken, sessionId };
}

const wireBody = (body: unknown): string | FormData =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);

/** Calls to the API at that address, with that bearer or none. */
export function callerOf(url: string, token: string | undefined): ApiCaller {
  const request = async (method: string, path: string, { body, headers }: Rest = {}): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: wireBody(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
  return {
    request,
    get: (path, rest) => request('GET', path, rest),
    post: (path, rest) => request('POST', path, rest),
    put: (path, rest) => request('PUT', path, rest),
    patch: (path, rest) => request('PATCH', path, rest),
  };
}
