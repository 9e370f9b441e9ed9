import type { Endpoint, InputOf, OutputOf } from '@haat/contract/api/endpoint';
import { ApiError } from './api-error.ts';
import { API_BASE } from './config.ts';
import { takeEarlyRead } from './early-reads.ts';
import { hasShape } from './shape.ts';
import { timeLimit } from './async.ts';

type Options = {
  signal?: AbortSignal;
  /** Completes even if the page is closed; for small bodies. */
  keepalive?: boolean;
  /** The time limit for the answer. */
  limitMs?: number;
};

/** What a call takes, and how it is made. */
export type Input<Entry extends Endpoint> = InputOf<Entry> & Options;

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
  const { body, form, key, keepalive, signal, limitMs = form ? UPLOAD_LIMIT_MS : LIMIT_MS } = input as AnyInput;
  const path = pathOf(endpoint, input);
  const limit = timeLimit(limitMs, signal);
  const request = () =>
    fetch(API_BASE + path, {
      method: endpoint.method.toUpperCase(),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
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
    return readAnswer(response, await response.text(), endpoint.output) as OutputOf<Entry>;
  } finally {
    limit.clear();
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
