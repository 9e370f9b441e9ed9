import type { NamedView } from '@haat/contract/api/categories.schema';
import { inTransaction } from '../../db/transaction.ts';
import { findActingShop } from '../auth/acting-shop.ts';
import type { Session } from '../auth/session.ts';
import { findOrAddUnit } from './find-or-add-unit.ts';

type Request = { by: Session; name: string; shopId?: number | undefined };

/**
 * Adds a unit of the shop's own, which no other shop sees. One of that name that the shop sees already is as good: it is
 * answered instead. Throws what `findActingShop` does. Spec section 2, Add Product.
 */
export async function createUnit({ by, name, shopId: named }: Request): Promise<{ unit: NamedView; isNew: boolean }> {
  const shopId = await findActingShop(by, named);
  return inTransaction((client) => findOrAddUnit(client, { shopId, actorId: by.userId, name }));
}
