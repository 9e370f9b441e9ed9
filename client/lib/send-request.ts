import { isLike, type Sample } from './answer-sample.ts';
import { ApiError } from './api-error.ts';
import { API_BASE } from './config.ts';
import { timeLimit } from './time-limit.ts';

export type Call<Answer = unknown> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a FormData goes as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes its way though the page is closed meanwhile; for small bodies. */
  keepalive?: boolean;
  /** What an answer must be like, for whoever looks into it. */
  like?: Sample<Answer>;
  /** How long an answer may take. */
  limitMs?: number;
  /** The answer, where it was asked for before; whoever asked has set its limit. */
  early?: Promise<Response> | undefined;
};

/** Longer than any answer of ours takes over a bad line; a screen must not wait for ever for one that hangs. */
const LIMIT_MS = 20_000;
const UPLOAD_LIMIT_MS = 120_000;

/** An answer that says all is well and is none: cut off on its way, or of somebody in between. */
export class BrokenAnswerError extends Error {
  override name = 'BrokenAnswerError';
}

/**
 * One HTTP call, with `token` as its bearer where there is one. Answers the parsed JSON body, undefined where the server
 * says that there is none. Rejects with ApiError for a refusal, with BrokenAnswerError for an answer that cannot be
 * read, with TimeLimitError when none came, with what `fetch` throws for a broken line or an abort.
 */
export async function sendRequest<Answer = unknown>(
  path: string,
  call: Call<Answer>,
  token: string | undefined,
): Promise<Answer> {
  const isForm = call.body instanceof FormData;
  const headers = {
    ...call.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(call.body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
  };
  const body = isForm ? (call.body as FormData) : call.body === undefined ? null : JSON.stringify(call.body);
  const limit = timeLimit(call.limitMs ?? (isForm ? UPLOAD_LIMIT_MS : LIMIT_MS), call.signal);
  try {
    const request = {
      method: call.method ?? 'GET',
      headers,
      body,
      signal: limit.signal,
      keepalive: call.keepalive ?? false,
    };
    const response = await (call.early ?? fetch(API_BASE + path, request));
    return bodyOf(response, await response.text(), call.like) as Answer;
  } finally {
    limit.clear();
  }
}

const NO_CONTENT = 204;

function bodyOf(response: Response, text: string, sample: unknown): unknown {
  const answer = parseJson(text);
  if (!response.ok) throw new ApiError(response.status, answer);
  const isAnswer =
    sample === undefined ? answer !== undefined || response.status === NO_CONTENT : isLike(answer, sample);
  if (!isAnswer) throw new BrokenAnswerError('The answer cannot be read');
  return answer;
}

/** What a JSON text says; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
