import type { Endpoint, InputOf, OutputOf } from '@haat/contract/endpoint';
import type * as z from 'zod';
import { ApiError } from './api-error.ts';
import { timeLimit } from './async.ts';
import { API_BASE } from './config.ts';
import { noteChange, readFromHeader } from './known-change.ts';
import { setServerClock } from './server-clock.ts';
import type { InstallOffer } from './install-app.ts';
import { readAuthToken } from './storage.ts';

type Options = {
  signal?: AbortSignal;
  /** Completes even if the page is closed; for small bodies. */
  keepalive?: boolean;
  /** The time limit for the answer. */
  limitMs?: number;
  headers?: Record<string, string> | undefined;
};

/** The input and the options of a call. */
type Input<Entry extends Endpoint> = InputOf<Entry> & Options;

/** Optional where nothing in it is required. */
type Rest<Entry extends Endpoint> =
  Record<never, never> extends Input<Entry> ? [input?: Input<Entry>] : [input: Input<Entry>];

/**
 * Makes a call of the contract. Public calls go without a token; others with the stored one, which is renewed once when the
 * server rejects it. Rejects like `sendRequest`.
 */
export async function call<Entry extends Endpoint>(
  endpoint: Entry,
  ...[input = {} as Input<Entry>]: Rest<Entry>
): Promise<OutputOf<Entry>> {
  const token = endpoint.access === 'public' ? undefined : readAuthToken();
  try {
    return await sendRequest(endpoint, input, token);
  } catch (error) {
    const renewed = token && isTokenRejected(error) ? await renewSession(token) : undefined;
    if (!renewed) throw error;
    return sendRequest(endpoint, input, renewed);
  }
}

function isTokenRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.reason.code !== 'otp_invalid';
}

/** Renews the session after the server rejected the `expired` token; undefined when the session is over. */
export type RenewSession = (expired: string) => Promise<string | undefined>;

let renewSession: RenewSession = () => Promise.resolve(undefined);

/** Set once by the owner of the session: calls that are rejected at the same time share one renewal. */
export function provideSessionRenewal(renew: RenewSession): void {
  renewSession = renew;
}

/** Headers of every request that has none of its own, by their names. */
export const commonHeaders: Record<string, string> = {};

type AnyInput = Options & {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  form?: FormData;
  key?: string;
};

/** Longer than any answer takes over a slow connection. */
const LIMIT_MS = 20_000;
const UPLOAD_LIMIT_MS = 120_000;

/** A successful response with a malformed body: cut off, or of a proxy. */
export class BrokenAnswerError extends Error {
  override name = 'BrokenAnswerError';
}

/**
 * Makes a call with `token` as its bearer, if there is one. Resolves with the parsed JSON body, or undefined without content.
 * Rejects with ApiError for an error of the server, with BrokenAnswerError for a malformed answer, with TimeLimitError when
 * none came, with what `fetch` throws for a broken connection or an abort.
 */
export async function sendRequest<Entry extends Endpoint>(
  endpoint: Entry,
  input: Input<Entry>,
  token?: string,
): Promise<OutputOf<Entry>> {
  const {
    body,
    form,
    key,
    headers = commonHeaders,
    keepalive,
    signal,
    limitMs = form ? UPLOAD_LIMIT_MS : LIMIT_MS,
  } = input as AnyInput;
  const path = pathOf(endpoint, input);
  const isRead = endpoint.method === 'get';
  const limit = timeLimit(limitMs, signal);
  const request = () =>
    fetch(API_BASE + path, {
      method: endpoint.method.toUpperCase(),
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}`, ...(isRead && readFromHeader()) }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: form ?? JSON.stringify(body) ?? null,
      signal: limit.signal,
      keepalive: keepalive ?? false,
    });
  try {
    // An answer that was requested before the app was loaded has a time limit already.
    const response = await ((endpoint.access === 'public' && takeEarlyRead(path)) || request());
    // Public reads may come from the cache of the service worker, with the date of then.
    if (token || !isRead) setServerClock(response.headers.get('date'));
    return readAnswer(response, await response.text(), endpoint.output) as OutputOf<Entry>;
  } finally {
    limit.clear();
    // Also after an error: the change may have been made.
    if (token && !isRead) noteChange();
  }
}

/** The path of a call with its parameters and query. */
export function pathOf<Entry extends Endpoint>(endpoint: Entry, input: InputOf<Entry>): string {
  const { params = {}, query = {} } = input as AnyInput;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

const NO_CONTENT = 204;

// In the browser, the schema of an output is only its shape.
function readAnswer(response: Response, text: string, shape: unknown): unknown {
  const answer = parseJson(text);
  if (!response.ok) throw new ApiError(response.status, answer);
  const isAnswer =
    shape === undefined ? answer !== undefined || response.status === NO_CONTENT : hasShape(answer, shape);
  if (!isAnswer) throw new BrokenAnswerError('Malformed response');
  return answer;
}

/** The value of a JSON text; undefined if it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What `early.ts` asked for before the app was there, by path. */
export type EarlyReads = Map<string, Promise<Response>>;

declare global {
  interface Window {
    /**
     * What `early.ts` leaves for the app: the screen in the address, by its route without the first part, its reads,
     * and the browser's offer to install the app.
     */
    early?: { screen: string; reads: EarlyReads; installOffer?: InstallOffer };
  }
}

/** The answer to a read that is on its way since before the app was; only the first to ask gets it. */
function takeEarlyRead(path: string): Promise<Response> | undefined {
  const answer = window.early?.reads.get(path);
  window.early?.reads.delete(path);
  return answer;
}

/**
 * What every value of a type has: a value of the same type for each field that is always there. A list says `[each]`, or
 * `[each, 1]` if it is never empty.
 */
export type Shape<Value> = Value extends readonly (infer Each)[]
  ? readonly [Shape<Each>] | readonly [Shape<Each>, number]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Shape<Value[Field]> }
    : Value;

/**
 * Whether a value has everything that the shape has, of the same types. It may have more. It keeps malformed responses and
 * stored data from the screens; values themselves are validated on the server.
 */
export function hasShape<Value>(value: unknown, shape: Shape<Value>): value is Value;
export function hasShape(value: unknown, shape: unknown): boolean;
export function hasShape(value: unknown, shape: unknown): boolean {
  if (Array.isArray(shape)) {
    const [each, least = 0] = shape as [unknown, number?];
    return Array.isArray(value) && value.length >= least && value.every((item) => hasShape(item, each));
  }
  if (typeof value !== typeof shape || value === null) return false;
  if (typeof shape !== 'object' || shape === null) return true;
  return Object.entries(shape).every(([field, each]) => hasShape((value as Record<string, unknown>)[field], each));
}

/** Whether a value matches a schema of the contract. In the browser, the schema is only its shape. */
export const matches = <Schema extends z.ZodType>(value: unknown, schema: Schema): value is Schema & z.output<Schema> =>
  hasShape(value, schema as unknown);
