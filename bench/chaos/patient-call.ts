import { setTimeout as pause } from 'node:timers/promises';
import type { TimedCall } from './call-times.ts';

/** An answer, as far as anybody here reads it. */
export type Reply = { status: number; body: { id?: string; orderId?: number; code?: string } };

const ANSWER_WITHIN_MS = 15_000;
const PAUSE_MS = 250;

/** What a call needs of who makes it. `onReply` hears of every try, `onTime` how long it took. */
export type Line = {
  url: string;
  token?: string;
  key?: string;
  onReply?: (reply: Reply, path: string) => void;
  onTime?: (call: TimedCall) => void;
};

export type Call = { method?: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown };

/**
 * The call as our client makes it: once more, exactly as it was, when nobody answered or when it was not possible just now,
 * until the customer has had enough. Undefined then.
 */
export async function patientCall(line: Line, call: Call, patienceMs: number): Promise<Reply | undefined> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const reply = await oneCall(line, call);
    if (reply && reply.status < 500 && reply.status !== 429) return reply;
    await pause(PAUSE_MS);
  }
  return undefined;
}

/** The call, once; undefined when nobody answered. */
export async function oneCall(line: Line, call: Call): Promise<Reply | undefined> {
  const at = Date.now();
  const from = performance.now();
  const reply = await send(line, call).catch(() => undefined);
  const isServed = reply !== undefined && reply.status < 500;
  line.onTime?.({ at, ms: isServed ? performance.now() - from : Infinity });
  if (reply) line.onReply?.(reply, call.path);
  return reply;
}

async function send({ url, token, key }: Line, { path, body, method }: Call): Promise<Reply> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}
