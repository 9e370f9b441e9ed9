import type { NamedView } from '@haat/contract/api/categories.schema';
import type { PoolClient } from 'pg';
import { recordActivity } from '../activity/record-activity.ts';

type Wanted = { shopId: number; actorId: number; name: string; parentId?: number | null | undefined };
export type CreatedCategory = { category: NamedView; isNew: boolean };

/**
 * The category of that name, whatever its capitals, that the shop sees, below `parentId` if there is one: one that all
 * share, its own, or a new one of its own.
 */
export async function findOrAddCategory(client: PoolClient, wanted: Wanted): Promise<CreatedCategory> {
  const { shopId, actorId, name, parentId } = wanted;
  const values = [shopId, parentId ?? null, name];
  const find = { name: 'find-category-named', text: FIND, values };
  const [found] = (await client.query<NamedView>(find)).rows;
  if (found) return { category: found, isNew: false };
  const [added] = (await client.query<NamedView>({ name: 'add-category', text: ADD, values })).rows;
  if (added) {
    await recordActivity(client, { shopId, actorId, action: 'category.added', subject: added.name });
    return { category: added, isNew: true };
  }
  // Somebody else of the shop has just added it.
  const [theirs] = (await client.query<NamedView>(find)).rows;
  if (!theirs) throw new Error('A category is neither there nor can it be added');
  return { category: theirs, isNew: false };
}

const FIND = `
  SELECT id, name FROM categories
  WHERE (shop_id IS NULL OR shop_id = $1) AND parent_id IS NOT DISTINCT FROM $2 AND lower(name) = lower($3)
  ORDER BY shop_id NULLS LAST LIMIT 1`;

const ADD = `
  INSERT INTO categories (shop_id, parent_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id, name`;
