import type { ErrorCode } from '@haat/contract/errors';

/** The HTTP status of every refusal. A new code does not compile until it has one. Spec section 8. */
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
  price_changed: 409,
  out_of_stock: 409,
  idempotency_conflict: 409,
  email_taken: 409,
  barcode_taken: 409,
  edit_conflict: 409,
  stock_changed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  image_unreadable: 422,
  below_min_order: 422,
  shop_closed: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};
