import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { findActingShop } from '../auth/acting-shop.ts';
import type { Session } from '../auth/session.ts';
import { type CreatedCategory, findOrAddCategory } from './find-or-add-category.ts';

type Request = { by: Session; name: string; parentId?: number | null | undefined; shopId?: number | undefined };

/**
 * Adds a category, or a subcategory below `parentId`, of the shop's own, which no other shop sees. One of that name that
 * the shop sees there already is as good: it is answered instead. Throws not_found for a parent that the shop does not
 * see, `invalid_input` for one that is a subcategory, and what `findActingShop` does. Spec section 2, Add Product.
 */
export async function createCategory({ by, name, parentId, shopId: named }: Request): Promise<CreatedCategory> {
  const shopId = await findActingShop(by, named);
  return inTransaction(async (client) => {
    if (typeof parentId === 'number') await refuseAsParent(client, parentId, shopId);
    return findOrAddCategory(client, { shopId, actorId: by.userId, name, parentId });
  });
}

async function refuseAsParent(client: PoolClient, id: number, shopId: number): Promise<void> {
  const { rows } = await client.query<{ parent_id: number | null }>({
    name: 'parent-category',
    text: 'SELECT parent_id FROM categories WHERE id = $1 AND (shop_id IS NULL OR shop_id = $2)',
    values: [id, shopId],
  });
  if (!rows[0]) throw new DomainError('not_found', 'Category not found');
  if (rows[0].parent_id !== null) throw invalidField('parent_id', 'must be a category, not a subcategory');
}
