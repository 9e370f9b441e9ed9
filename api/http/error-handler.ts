import type { ErrorCode } from '@haat/contract/errors';
import { isOutage } from '@haat/core/db/outage';
import { DomainError, GatewayError } from '@haat/core/errors';
import { log } from '@haat/core/log';
import type { Context, Next } from 'koa';
import { STATUS_OF } from './error-status.ts';

const RETRY_AFTER_OUTAGE = 5;

/** Answers everything that is thrown as `{ code, error, message }`; what nobody foresaw is a 500 without details. */
export async function errorHandler(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    const refusal = refusalOf(error);
    if (STATUS_OF[refusal.code] >= 500) report(ctx, error, refusal.code);
    answer(ctx, refusal);
  }
}

function answer(ctx: Context, { code, message, details }: DomainError): void {
  // A route that wanted to write its answer itself, and failed before it began, is answered like all others.
  if (!ctx.headerSent) ctx.respond = true;
  ctx.status = STATUS_OF[code];
  ctx.body = { ...details, code, error: message, message };
  if (typeof details.retry_after === 'number') ctx.set('Retry-After', String(details.retry_after));
  if (code === 'unauthenticated') ctx.set('WWW-Authenticate', 'Bearer');
}

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof GatewayError || isOutage(error)) {
    const text = 'The service is not available right now, please try again.';
    return new DomainError('unavailable', text, { retry_after: RETRY_AFTER_OUTAGE });
  }
  return refusalOfMiddleware(error) ?? new DomainError('internal', 'Something went wrong');
}

const OF_MIDDLEWARE: Record<number, { code: ErrorCode; text: string }> = {
  400: { code: 'invalid_input', text: 'The request cannot be read' },
  404: { code: 'not_found', text: 'Not found' },
  413: { code: 'payload_too_large', text: 'The request is too large' },
  415: { code: 'unsupported_media_type', text: 'Send JSON' },
};

/** Koa's middlewares throw errors that carry their status; their texts may repeat the input, so they are not shown. */
function refusalOfMiddleware(error: unknown): DomainError | undefined {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : Number.NaN;
  const known = OF_MIDDLEWARE[status];
  return known && new DomainError(known.code, known.text);
}

// Not the error itself: database errors carry rows and bindings. What is away is told by whoever watches it; that requests
// fail meanwhile is no fault of ours.
function report(ctx: Context, error: unknown, code: ErrorCode): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const cause = error instanceof GatewayError && error.cause instanceof Error ? error.cause.message : undefined;
  const level = code === 'unavailable' ? 'warn' : 'error';
  log[level]({ requestId: ctx.state.requestId, error: { name, message, stack, cause } }, 'A request failed');
}
