export const SHOP_SLUG_PATTERN = /^[A-Za-z0-9&_-]{1,64}$/;

/** First path segments that are screens of their own and so can never name a shop. */
export const RESERVED_SLUGS: readonly string[] = [
  'about',
  'help',
  'privacy-policy',
  'terms-of-service',
  'consent',
  'sell',
  'profile',
  'order',
  'order-summary',
  'payment-redirect',
  'carts',
  'favourites',
  'qr-login',
  'qr-codes',
  'notifications',
  'vendor',
  'operator',
  'dev',
  'undefined',
  'null',
];

/** Whether the text can be a shop's slug. */
export function isShopSlug(text: string | undefined): text is string {
  return text !== undefined && SHOP_SLUG_PATTERN.test(text) && !RESERVED_SLUGS.includes(text);
}

/**
 * A shop's readable name: its own, else derived from the slug: hyphens become spaces, camel-case is split, & is
 * spaced.
 */
export function shopName({ name, slug }: { name?: string | null; slug: string }): string {
  return name?.trim() || nameFromSlug(slug);
}

/** Why a shop without a published product takes no orders. */
export const gettingReadyMessage = (name: string): string => `${name} is getting ready. It is not open for orders yet.`;

function nameFromSlug(slug: string): string {
  return slug
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('&', ' & ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}

/** The platform's own shop: landing dashboard, contact email instead of a phone. */
export const DEFAULT_MAIN_SHOP_SLUG = 'haat';

/** An Indian number as it is dialled from anywhere: `+919845012345`, `+918026541234`. */
export const dialled = (phone: string): string => `+91${phone.replace(/^0/, '')}`;
