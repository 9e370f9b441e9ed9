import { DomainError } from '../../errors.ts';
import { Shop } from '../../db/shop.model.ts';

/**
 * The shop of that slug, the platform's own included; a slug that is in nobody's use as it is written counts in small
 * letters. A suspended shop is found, too: its screens say so, and its people can still sign in. Throws not_found. Spec
 * sections 2 and 8.
 */
export async function findShop({ slug }: { slug: string }): Promise<Shop> {
  const shops = await Shop.query().whereIn('slug', [slug, slug.toLowerCase()]);
  const shop = shops.find((each) => each.slug === slug) ?? shops[0];
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}
