import type { NamedView } from '@haat/contract/api/categories.schema';
import type { PoolClient } from 'pg';
import { recordActivity } from '../activity/record-activity.ts';

type Wanted = { shopId: number; actorId: number; name: string };

/** The unit of that name, whatever its capitals, that the shop sees: one that all share, its own, or a new one of its own. */
export async function findOrAddUnit(client: PoolClient, wanted: Wanted): Promise<{ unit: NamedView; isNew: boolean }> {
  const { shopId, actorId, name } = wanted;
  const values = [shopId, name];
  const find = { name: 'find-unit', text: FIND, values };
  const [found] = (await client.query<NamedView>(find)).rows;
  if (found) return { unit: found, isNew: false };
  const [added] = (await client.query<NamedView>({ name: 'add-unit', text: ADD, values })).rows;
  if (added) {
    await recordActivity(client, { shopId, actorId, action: 'unit.added', subject: added.name });
    return { unit: added, isNew: true };
  }
  // Somebody else of the shop has just added it.
  const [theirs] = (await client.query<NamedView>(find)).rows;
  if (!theirs) throw new Error('A unit is neither there nor can it be added');
  return { unit: theirs, isNew: false };
}

const FIND = `
  SELECT id, name FROM units WHERE (shop_id IS NULL OR shop_id = $1) AND lower(name) = lower($2)
  ORDER BY shop_id NULLS LAST LIMIT 1`;

const ADD = `INSERT INTO units (shop_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id, name`;
