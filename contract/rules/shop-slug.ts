export const SHOP_SLUG_PATTERN = /^[A-Za-z0-9&_-]{1,64}$/;

/** First path segments that are screens of their own and so can never name a shop. */
export const RESERVED_SLUGS: readonly string[] = [
  'about',
  'help',
  'privacy-policy',
  'terms-of-service',
  'consent',
  'profile',
  'order',
  'order-summary',
  'payment-redirect',
  'carts',
  'qr-login',
  'qr-codes',
  'vendor',
  'operator',
  'dev',
  'undefined',
  'null',
];

/** Whether the text can be a shop's slug. Spec sections 1 and 2. */
export function isShopSlug(text: string | undefined): text is string {
  return text !== undefined && SHOP_SLUG_PATTERN.test(text) && !RESERVED_SLUGS.includes(text);
}
