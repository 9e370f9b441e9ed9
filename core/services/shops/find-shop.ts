import { DomainError } from '../../errors.ts';
import { Shop } from '../../db/shop.model.ts';

/** The shop of that slug, the platform's own included. Throws not_found, for a suspended one too. Spec sections 2 and 8. */
export async function findShop({ slug }: { slug: string }): Promise<Shop> {
  const shop = await Shop.query().findOne({ slug }).whereNull('suspendedAt');
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}
