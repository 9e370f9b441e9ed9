import { isProductBarcode } from './product-barcode.ts';
import { isShopSlug } from './shop-slug.ts';

/** Longer than any link of ours: what is longer is not even looked at. */
const MAX_LENGTH = 512;

// `/#/dairy/products` as it is printed, `/dairy/products` as it may be written; a shop's login, too, or nothing behind it.
const HASH_ROUTE = /^\/[\w./-]*#\/([^/?#\s]+)(?:\/(?:products|login))?\/?(?:\?[^#\s]*)?$/;
const PLAIN_ROUTE = /^\/([^/?#\s]+)(?:\/(?:products|login))?\/?(?:\?[^#\s]*)?$/;

/** The public link that a shop's QR code holds: its products. `base` is where the app lives. Spec section 2, QR screens. */
export function shopLink(base: string, slug: string): string {
  return `${base.replace(/\/+$/, '')}/#/${slug}/products`;
}

/**
 * The shop that a scanned or typed text names: by a link of one of our origins, or by its bare slug. Undefined for
 * anything else, a product's barcode included. Case is kept, for slugs have one. Spec sections 2 and 4, QR screens.
 */
export function shopSlugOf(text: string, origins: readonly string[]): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const code = text.trim();
  const slug = slugOfLink(code, origins) ?? code;
  return isShopSlug(slug) && !isProductBarcode(slug) ? slug : undefined;
}

function slugOfLink(code: string, origins: readonly string[]): string | undefined {
  // With the slash behind it, an origin can be nobody's user name and no longer host's beginning.
  const origin = origins.find((each) => code.toLowerCase().startsWith(`${each.toLowerCase()}/`));
  if (!origin) return undefined;
  const rest = code.slice(origin.length);
  const [, segment = ''] = HASH_ROUTE.exec(rest) ?? PLAIN_ROUTE.exec(rest) ?? [];
  return decoded(segment);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
