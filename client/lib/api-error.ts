import type { ErrorCode } from '@haat/contract/errors';
import { RefusedError } from '@haat/contract/reason';
import { limitText } from '../i18n/language.ts';

/** A refusal of the server, with the status and the whole body: a 409 on an order carries the current lines. */
export class ApiError extends RefusedError {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const code = codeOf(status, body);
    super({ code, text: (code === 'rate_limited' ? limitTextOf(body) : undefined) ?? textOf(body) });
    this.status = status;
    this.body = body;
  }
}

/** Whether the server said that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function codeOf(status: number, body: unknown): ErrorCode {
  // A refusal of ours says what it says twice; the list of codes itself is too long for the first visit.
  const code = field(body, 'error') && field(body, 'message') && field(body, 'code');
  if (code) return code as ErrorCode;
  return OF_STATUS[status] ?? (status >= 500 ? 'unavailable' : 'invalid_input');
}

// A proxy in between answers without our body.
const OF_STATUS: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
  413: 'payload_too_large',
  429: 'rate_limited',
};

/** The seconds after which a refused request can be sent again, where the server named them. */
export function retryAfter(body: unknown): number | undefined {
  const seconds = (body as { retry_after?: unknown } | null | undefined)?.retry_after;
  return typeof seconds === 'number' ? seconds : undefined;
}

function limitTextOf(body: unknown): string | undefined {
  const seconds = retryAfter(body);
  return seconds === undefined ? undefined : limitText(seconds);
}

function textOf(body: unknown): string | undefined {
  return field(body, 'error') ?? field(body, 'message');
}

function field(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
