import type { ShopUnitView } from '@haat/contract/catalog/categories-and-units.calls';
import type { NamedView } from '@haat/contract/catalog/products.calls';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../db/database.ts';
import { Unit } from '../db/catalog.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError, invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { type Manager, requireRight } from '../accounts/shop-rights.ts';
import { changeCatalog } from './change-catalog.ts';
import { checkOwner, nameTaken, type OwnName, refuseSeen, singleSpaced } from './own-names.ts';
import { BY_USE, UNIT_USE } from './unit-use.sql.ts';
import { lockCatalog } from './variants.ts';

/**
 * The units that a shop can use, most used first, with the number of its products in each. Throws DomainError `forbidden` unless
 * the caller manages the shop.
 */
export async function listShopUnits({ by, shopId }: { by: Manager; shopId: number }): Promise<ShopUnitView[]> {
  requireRight('catalog', by, shopId);
  return many(LIST, { shopId });
}

const LIST = sql<{ shopId: number }, ShopUnitView>(
  `WITH ${UNIT_USE}
   SELECT u.id, u.name, u.shop_id IS NOT NULL AS own, coalesce(used.products, 0) AS products
   FROM units u LEFT JOIN used ON used.unit_id = u.id LEFT JOIN in_trade ON in_trade.unit_id = u.id
   WHERE (u.shop_id IS NULL OR u.shop_id = :shopId) AND (u.hidden_at IS NULL OR used.unit_id IS NOT NULL)
   ORDER BY ${BY_USE}`,
);

type Change = { id: number; by: Session };

/**
 * Renames one of a shop's own units. Throws DomainError `not_found` for units of other shops, `forbidden` for shared ones,
 * `edit_conflict` when its name is not `seen`, and `name_taken` with the unit of that name, ignoring case and spaces, as
 * `existing`.
 */
export async function renameUnit({ id, by, ...names }: Change & { name: string; seen?: string | undefined }) {
  const name = singleSpaced(names.name);
  const changed = await changeCatalog(async (client) => {
    const { shopId, ...before } = await lockOwn(client, { id, by });
    refuseSeen(before, names.seen);
    const existing = await one(FIND_NAMED, { id, shopId, name }, client);
    if (existing) throw nameTaken('unit', existing);
    if (name === before.name) return { shopId, unit: { id, name } };
    await Unit.query(client).findById(id).patch({ name });
    // By its id, the screen of the activity log offers to restore the name.
    const what = { before: { name: before.name, unit_id: id }, after: { name } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: 'unit.renamed', subject: name, ...what });
    return { shopId, unit: { id, name } };
  });
  return changed.unit;
}

const FIND_NAMED = sql<{ id: number; shopId: number; name: string }, NamedView>(
  `SELECT id, name FROM units
   WHERE (shop_id = :shopId OR shop_id IS NULL AND hidden_at IS NULL) AND id <> :id
     AND lower(regexp_replace(btrim(name), '\\s+', ' ', 'g')) = lower(:name)
   ORDER BY shop_id NULLS FIRST LIMIT 1`,
);

/**
 * Gives all variants with one of a shop's own units another unit and removes it. Returns how many products were changed. Throws
 * DomainError `not_found` and `forbidden` as `renameUnit` does, `invalid_input` for a target that the shop cannot use, and
 * `still_in_use` with the names of products that have variants in both units.
 */
export async function mergeUnits({ id, by, into }: Change & { into: number }): Promise<number> {
  const merged = await changeCatalog(async (client) => {
    const { shopId, ...own } = await lockOwn(client, { id, by });
    const target = await one(TARGET, { id: into, shopId }, client);
    if (!target || into === id) throw invalidField('into', 'must be another unit of this shop');
    await refuseTwins(client, { id, into, names: [own.name, target.name] });
    const products = await countProducts(client, id);
    await run(PARK_TWINS, { id, into }, client);
    await run(MOVE, { id, into }, client);
    // An own unit that was removed before is offered again.
    await Unit.query(client).findById(into).whereNotNull('shopId').whereNotNull('hiddenAt').patch({ hiddenAt: null });
    await Unit.query(client).deleteById(id);
    const what = { before: { name: own.name, unit_id: id }, after: { name: target.name, products } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: 'unit.merged', subject: own.name, ...what });
    return { shopId, products };
  });
  return merged.products;
}

type Twins = { id: number; into: number; names: [string, string] };

/** No two variants of a product can have the same options. */
async function refuseTwins(client: PoolClient, { id, into, names: [own, target] }: Twins): Promise<void> {
  const products = (await many(TWINS, { id, into }, client)).map(({ name }) => name);
  if (products.length === 0) return;
  const text = `${products.join(', ')}: sold in “${own}” and in “${target}”. Remove one of the two variants first.`;
  throw new DomainError('still_in_use', text, { names: products });
}

async function countProducts(client: PoolClient, id: number): Promise<number> {
  return (await one(COUNT_PRODUCTS, { id }, client))?.products ?? 0;
}

const COUNT_PRODUCTS = sql<{ id: number }, { products: number }>(
  `SELECT count(DISTINCT p.id)::int AS products FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.unit_id = :id AND v.deleted_at IS NULL AND p.deleted_at IS NULL`,
);

const TARGET = sql<{ id: number; shopId: number }, NamedView>(
  `SELECT id, name FROM units
   WHERE id = :id AND (shop_id = :shopId OR shop_id IS NULL AND hidden_at IS NULL) FOR KEY SHARE`,
);

const HAS_TWIN = `EXISTS (
  SELECT FROM variants twin WHERE twin.product_id = v.product_id AND twin.unit_id = :into AND twin.deleted_at IS NULL
    AND (twin.size_id, twin.color_id) IS NOT DISTINCT FROM (v.size_id, v.color_id))`;

const TWINS = sql<{ id: number; into: number }, { name: string }>(
  `SELECT DISTINCT p.name FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.unit_id = :id AND v.deleted_at IS NULL AND p.deleted_at IS NULL AND ${HAS_TWIN} ORDER BY p.name LIMIT 5`,
);

/** Keeps one of the two variants of deleted products, which cannot be edited. */
const PARK_TWINS = sql<{ id: number; into: number }>(
  `UPDATE variants v SET deleted_at = now() WHERE v.unit_id = :id AND v.deleted_at IS NULL AND ${HAS_TWIN}`,
);

const MOVE = sql<{ id: number; into: number }>(
  `WITH moved AS (UPDATE variants SET unit_id = :into WHERE unit_id = :id RETURNING product_id)
   UPDATE products SET updated_at = clock_timestamp() WHERE id IN (SELECT product_id FROM moved)`,
);

/**
 * Removes one of a shop's own units; one that only deleted products and variants have is hidden. Throws DomainError `not_found`
 * and `forbidden` as `renameUnit` does, and `still_in_use` for one that products have.
 */
export async function removeUnit({ id, by }: Change): Promise<void> {
  await changeCatalog(async (client) => {
    const { shopId, name } = await lockOwn(client, { id, by });
    const products = await countProducts(client, id);
    if (products > 0) throw new DomainError('still_in_use', `“${name}” has products. Move them first.`, { products });
    const deleted = await run(DELETE_UNUSED, { id }, client);
    if (deleted === 0) await Unit.query(client).findById(id).patch({ hiddenAt: NOW });
    await recordActivity(client, {
      shopId,
      actorId: by.actorId,
      action: 'unit.removed',
      subject: name,
      before: { unit_id: id },
    });
    return { shopId };
  });
}

const DELETE_UNUSED = sql<{ id: number }>(
  'DELETE FROM units u WHERE u.id = :id AND NOT EXISTS (SELECT FROM variants v WHERE v.unit_id = u.id)',
);

/**
 * Locks a unit of a shop with its products and variants, in the order in which they are saved: products, variants, catalog,
 * unit. Throws what `checkOwner` does.
 */
async function lockOwn(client: PoolClient, { id, by }: Change): Promise<OwnName> {
  const { shopId } = checkOwner(await Unit.query(client).findById(id), by);
  await run(LOCK_PRODUCTS, { id }, client);
  await run(LOCK_VARIANTS, { id }, client);
  await lockCatalog(client, shopId);
  return checkOwner(await one(LOCK, { id }, client), by);
}

const LOCK_PRODUCTS = sql<{ id: number }>(
  `SELECT FROM products WHERE id IN (SELECT product_id FROM variants WHERE unit_id = :id) ORDER BY id FOR NO KEY UPDATE`,
);

const LOCK_VARIANTS = sql<{ id: number }>('SELECT FROM variants WHERE unit_id = :id ORDER BY id FOR NO KEY UPDATE');

const LOCK = sql<{ id: number }, OwnName>('SELECT id, shop_id, name FROM units WHERE id = :id FOR UPDATE');
