import { ApiError } from './api-error.ts';
import { API_BASE } from './config.ts';

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Sent as JSON; a FormData goes as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * One HTTP call, with `token` as its bearer where there is one. Answers the parsed JSON body, undefined for an empty
 * one. Rejects with ApiError for a refusal, with what `fetch` throws for a broken line or an abort.
 */
export async function sendRequest(path: string, call: Call, token: string | undefined): Promise<unknown> {
  const isForm = call.body instanceof FormData;
  const headers = {
    ...call.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(call.body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
  };
  const body = isForm ? (call.body as FormData) : call.body === undefined ? null : JSON.stringify(call.body);
  const response = await fetch(API_BASE + path, {
    method: call.method ?? 'GET',
    headers,
    body,
    signal: call.signal ?? null,
  });
  const answer = parseBody(await response.text());
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
