import { isProductBarcode } from '../catalog/barcode.ts';
import { isShopSlug } from './shop.ts';

// `/#/dairy/products` as it is printed, `/dairy/products` without the hash; a shop's login, too, or only its slug.
const HASH_ROUTE = /^\/[\w./-]*#\/([^/?#\s]+)(?:\/(?:products|login))?\/?(?:\?[^#\s]*)?$/;
const PLAIN_ROUTE = /^\/([^/?#\s]+)(?:\/(?:products|login))?\/?(?:\?[^#\s]*)?$/;

/** The public link that a shop's QR code holds: its products. `base` is where the app lives. */
export function shopLink(base: string, slug: string): string {
  return `${base.replace(/\/+$/, '')}/#/${slug}/products`;
}

/** The shop of a link to one of our `origins`; undefined for any other text, and where the slug is a product's barcode. */
export function slugOfShopLink(text: string, origins: readonly string[]): string | undefined {
  // With the slash behind it, an origin can be neither a user name nor the beginning of another host.
  const origin = origins.find((each) => text.toLowerCase().startsWith(`${each.toLowerCase()}/`));
  if (!origin) return undefined;
  const route = text.slice(origin.length);
  const [, segment = ''] = HASH_ROUTE.exec(route) ?? PLAIN_ROUTE.exec(route) ?? [];
  const slug = decoded(segment);
  return isShopSlug(slug) && !isProductBarcode(slug) ? slug : undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
