import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '@haat/core/db/outage';
import type { TimedCall } from './recovery.ts';

/** The part of a response that is read here. */
export type Reply = {
  status: number;
  body: { id?: string; orderId?: number; payment_status?: string | null; code?: string; changed?: boolean };
};

const ANSWER_WITHIN_MS = 15_000;
const PAUSE_MS = 250;

/** What a call needs of its caller. `onReply` gets every response, `onTime` how long each try took. */
export type Caller = {
  url: string;
  token?: string;
  key?: string;
  onReply?: (reply: Reply, path: string) => void;
  onTime?: (call: TimedCall) => void;
};

export type Call = { method?: 'GET' | 'POST' | 'PATCH' | 'PUT'; path: string; body?: unknown };

/**
 * The call as our client makes it: repeated unchanged, until the timeout, without a response or when it was not possible just
 * now (a status of 500 or above, or 429). Undefined after the timeout.
 */
export async function callWithRetry(line: Caller, call: Call, timeoutMs: number): Promise<Reply | undefined> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    const reply = await callOnce(line, call);
    if (reply && reply.status < 500 && reply.status !== 429) return reply;
    await pause(PAUSE_MS);
  }
  return undefined;
}

/** The call, once; undefined without a response. */
export async function callOnce(line: Caller, call: Call): Promise<Reply | undefined> {
  const at = Date.now();
  const from = performance.now();
  const reply = await send(line, call).catch(() => undefined);
  const isServed = reply !== undefined && reply.status < 500;
  const isWrite = (call.method ?? (call.body === undefined ? 'GET' : 'POST')) !== 'GET';
  line.onTime?.({ at, ms: isServed ? performance.now() - from : Infinity, path: call.path, isWrite });
  if (reply) line.onReply?.(reply, call.path);
  return reply;
}

async function send({ url, token, key }: Caller, { path, body, method }: Call): Promise<Reply> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

const DATABASE_PAUSE_MS = 200;
const TIMEOUT_MS = 60_000;

/** Repeats a query of the harness while the database is away. */
export async function retryOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + TIMEOUT_MS; ;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > until) throw error;
      await pause(DATABASE_PAUSE_MS);
    }
  }
}
