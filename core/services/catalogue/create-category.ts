import type { NamedView } from '@haat/contract/api/categories.schema';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { findActingShop } from '../auth/acting-shop.ts';
import type { Session } from '../auth/session.ts';

type Request = { by: Session; name: string; parentId?: number | null | undefined; shopId?: number | undefined };
type Created = { category: NamedView; isNew: boolean };

/**
 * Adds a category, or a subcategory below `parentId`, of the shop's own, which no other shop sees. One of that name that
 * the shop sees there already is as good: it is answered instead. Throws not_found for a parent that the shop does not
 * see, `invalid_input` for one that is a subcategory, and what `findActingShop` does. Spec section 2, Add Product.
 */
export async function createCategory({ by, name, parentId, shopId: named }: Request): Promise<Created> {
  const shopId = await findActingShop(by, named);
  return inTransaction(async (client) => {
    if (typeof parentId === 'number') await refuseAsParent(client, parentId, shopId);
    const values = [shopId, parentId ?? null, name];
    const find = { name: 'find-category-named', text: FIND, values };
    const [found] = (await client.query<NamedView>(find)).rows;
    if (found) return { category: found, isNew: false };
    const [added] = (await client.query<NamedView>({ name: 'add-category', text: ADD, values })).rows;
    if (added) {
      await recordActivity(client, { shopId, actorId: by.userId, action: 'category.added', subject: added.name });
      return { category: added, isNew: true };
    }
    // Somebody else of the shop has just added it.
    const [theirs] = (await client.query<NamedView>(find)).rows;
    if (!theirs) throw new Error('A category is neither there nor can it be added');
    return { category: theirs, isNew: false };
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

const FIND = `
  SELECT id, name FROM categories
  WHERE (shop_id IS NULL OR shop_id = $1) AND parent_id IS NOT DISTINCT FROM $2 AND lower(name) = lower($3)
  ORDER BY shop_id NULLS LAST LIMIT 1`;

const ADD = `
  INSERT INTO categories (shop_id, parent_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id, name`;
