import { DomainError } from '../../errors.ts';
import { Shop } from '../../db/shop.model.ts';

/**
 * The shop of that slug, the platform's own included; a slug that is in nobody's use as it is written counts in small
 * letters. Throws not_found, for a suspended shop too. Spec sections 2 and 8.
 */
export async function findShop({ slug }: { slug: string }): Promise<Shop> {
  const shops = await Shop.query().whereIn('slug', [slug, slug.toLowerCase()]).whereNull('suspendedAt');
  const shop = shops.find((each) => each.slug === slug) ?? shops[0];
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}
