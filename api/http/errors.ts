import type { Context, Next } from 'koa';
import type { ErrorCode } from '@haat/contract/errors';
import { isOutage } from '@haat/core/db/outage';
import { DomainError, GatewayError } from '@haat/core/errors';
import { log } from '@haat/core/ops/log';
import { hasSeveralHosts } from './server.ts';

const RETRY_AFTER_OUTAGE = 5;

/** Answers every thrown error as `{ code, error, message }`; unexpected errors as 500 without details. */
export async function errorHandler(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    const domainError = toDomainError(error);
    if (STATUS_OF[domainError.code] >= 500) logError(ctx, error, domainError.code);
    answer(ctx, domainError);
  }
}

function answer(ctx: Context, { code, message, details }: DomainError): void {
  // A route that writes its own response may have failed before it began.
  if (!ctx.headerSent) ctx.respond = true;
  ctx.status = STATUS_OF[code];
  ctx.body = { ...details, code, error: message, message };
  if (typeof details.retry_after === 'number') ctx.set('Retry-After', String(details.retry_after));
  if (code === 'unauthenticated') ctx.set('WWW-Authenticate', 'Bearer');
}

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof GatewayError || isOutage(error)) {
    const text = 'The service is not available right now, please try again.';
    return new DomainError('unavailable', text, { retry_after: RETRY_AFTER_OUTAGE });
  }
  return toMiddlewareError(error) ?? new DomainError('internal', 'Something went wrong');
}

const OF_MIDDLEWARE: Record<number, { code: ErrorCode; text: string }> = {
  400: { code: 'invalid_input', text: 'The request cannot be read' },
  404: { code: 'not_found', text: 'Not found' },
  413: { code: 'payload_too_large', text: 'The request is too large' },
  415: { code: 'unsupported_media_type', text: 'The body must be JSON' },
};

/** Koa's middlewares throw errors with a status. Their messages may repeat the input, so they are not sent. */
function toMiddlewareError(error: unknown): DomainError | undefined {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : Number.NaN;
  const known = OF_MIDDLEWARE[status];
  return known && new DomainError(known.code, known.text);
}

// Not the error itself: database errors carry rows and bindings. Outages are logged by their monitors, so failed requests are
// only warnings.
function logError(ctx: Context, error: unknown, code: ErrorCode): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const cause = error instanceof GatewayError && error.cause instanceof Error ? error.cause.message : undefined;
  const level = code === 'unavailable' ? 'warn' : 'error';
  log[level]({ requestId: ctx.state.requestId, error: { name, message, stack, cause } }, 'Request failed');
}

type Matched = { methods: string[] }[];

/** Requests that no route handles: 405 if the path exists with another method, else 404. */
export function unknownRoute(ctx: Context): void {
  const layers = (ctx as Context & { matched?: Matched }).matched ?? [];
  const methods = new Set(layers.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw new DomainError('not_found', 'Not found');
  ctx.set('Allow', [...methods].join(', '));
  throw new DomainError('method_not_allowed', `${ctx.method} is not allowed for this path`);
}

const MAX_PARAMETERS = 100;

/**
 * Rejects request targets that are not a path of this server, such as the full URLs that are sent to proxies, and those with
 * many parameters, because the time of Koa's `ctx.query` grows with the square of their number.
 */
export async function requestTarget(ctx: Context, next: Next): Promise<void> {
  const target = ctx.req.url ?? '';
  if (!target.startsWith('/') && target !== '*')
    throw new DomainError('invalid_input', 'The request target is malformed');
  if (hasSeveralHosts(ctx.req)) throw new DomainError('invalid_input', 'The request has more than one Host header');
  if (target.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw new DomainError('invalid_input', 'The request target has too many parameters');
  return next();
}

/** The HTTP status of every error code. A new code does not compile until it has one. */
export const STATUS_OF: Record<ErrorCode, number> = {
  invalid_input: 400,
  mixed_shops: 400,
  unauthenticated: 401,
  otp_invalid: 401,
  payment_unverified: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  status_not_allowed: 409,
  order_changed: 409,
  price_changed: 409,
  out_of_stock: 409,
  idempotency_conflict: 409,
  email_taken: 409,
  mobile_taken: 409,
  account_in_use: 409,
  barcode_taken: 409,
  catalog_limit_reached: 409,
  edit_conflict: 409,
  stock_changed: 409,
  price_unconfirmed: 409,
  refund_too_high: 409,
  slug_taken: 409,
  name_taken: 409,
  still_in_use: 409,
  already_member: 409,
  email_required: 409,
  applicant_blocked: 409,
  application_limit_reached: 409,
  last_admin: 409,
  shop_suspended: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  image_unreadable: 422,
  file_unreadable: 422,
  import_conflict: 409,
  below_min_order: 422,
  above_max_quantity: 422,
  note_too_long: 422,
  out_of_delivery_area: 422,
  shop_closed: 422,
  shop_getting_ready: 422,
  customer_blocked: 403,
  favourites_limit_reached: 422,
  pickup_code_wrong: 422,
  pin_required: 409,
  pin_wrong: 422,
  pin_missing: 409,
  shared_device: 403,
  login_required: 409,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};
