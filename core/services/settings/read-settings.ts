import { Shop } from '../../db/shop.model.ts';
import { DomainError } from '../../errors.ts';

/** The shop itself, with what only its own people see of it. Throws DomainError `not_found`. */
export async function readSettings({ shopId }: { shopId: number }): Promise<Shop> {
  const shop = await Shop.query().findById(shopId);
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}
