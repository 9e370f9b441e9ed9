/**
 * Every error code of the API. Clients branch on the code, people read the text.
 * The list is closed: a new code does not compile until `api/http/errors.ts` gives it a status.
 */
export const ERROR_CODES = [
  'invalid_input',
  'mixed_shops',
  'unauthenticated',
  'otp_invalid',
  'payment_unverified',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'status_not_allowed',
  'order_changed',
  'price_changed',
  'out_of_stock',
  'idempotency_conflict',
  'email_taken',
  'mobile_taken',
  'account_in_use',
  'barcode_taken',
  'catalog_limit_reached',
  'edit_conflict',
  'stock_changed',
  'price_unconfirmed',
  'refund_too_high',
  'slug_taken',
  'name_taken',
  'still_in_use',
  'already_member',
  'email_required',
  'applicant_blocked',
  'application_limit_reached',
  'last_admin',
  'shop_suspended',
  'payload_too_large',
  'unsupported_media_type',
  'image_unreadable',
  'file_unreadable',
  'import_conflict',
  'below_min_order',
  'above_max_quantity',
  'note_too_long',
  'out_of_delivery_area',
  'shop_closed',
  'shop_getting_ready',
  'customer_blocked',
  'favourites_limit_reached',
  'pickup_code_wrong',
  'pin_required',
  'pin_wrong',
  'pin_missing',
  'shared_device',
  'login_required',
  'rate_limited',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The body of every error. `error` and `message` carry the same text, because clients read `error` for login and orders
 * and `message` for profile and products.
 */
export type ErrorBody = { code: ErrorCode; error: string; message: string };
