import type { ShopUnitView } from '@haat/contract/catalog/categories-and-units.calls';
import type { NamedView } from '@haat/contract/catalog/products.calls';
import type { PoolClient } from 'pg';
import type { Session } from '../accounts/session.ts';
import { findVisibleShop, type Manager, requireRight } from '../accounts/shop-rights.ts';
import { many, run, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import type { NameUse, OwnName, Replaced, Target } from './own-names.ts';

type Reading = { by: Session; shopId?: number | undefined };

/**
 * The shared units and the ones of the reader's shop, sorted by use in the shop, then by the number of shops of its trade that
 * use them, then by name. Hidden units only if a variant of the shop has them.
 */
export async function listUnits({ by, shopId }: Reading): Promise<NamedView[]> {
  return many(LIST, { shopId: await findVisibleShop(by, shopId) });
}

/**
 * The same with the number of the shop's products in each. Throws DomainError `forbidden` unless the caller manages the shop.
 */
export async function listShopUnits({ by, shopId }: { by: Manager; shopId: number }): Promise<ShopUnitView[]> {
  requireRight('catalog', by, shopId);
  return many(LIST_OF_SHOP, { shopId });
}

/** Of how many shops of the trade, the newest ones, the use of units is counted. */
const SHOPS_OF_TRADE = 50;

const listSql = (more = '') => `
  WITH used AS (
    SELECT v.unit_id, count(DISTINCT p.id)::int AS products, count(*) AS variants
    FROM products p JOIN variants v ON v.product_id = p.id
    WHERE p.shop_id = :shopId AND p.deleted_at IS NULL AND v.deleted_at IS NULL GROUP BY v.unit_id
  ), same_trade AS (
    SELECT other.id FROM shops own JOIN shops other ON lower(btrim(other.trade)) = lower(btrim(own.trade)) AND other.id <> own.id
    WHERE own.id = :shopId AND own.trade <> '' AND other.suspended_at IS NULL ORDER BY other.id DESC LIMIT ${SHOPS_OF_TRADE}
  ), in_trade AS (
    SELECT v.unit_id, count(DISTINCT p.shop_id) AS shops
    FROM same_trade JOIN products p ON p.shop_id = same_trade.id JOIN variants v ON v.product_id = p.id
    WHERE p.deleted_at IS NULL AND p.is_published AND v.deleted_at IS NULL GROUP BY v.unit_id
  )
  SELECT u.id, u.name${more} FROM units u
  LEFT JOIN used ON used.unit_id = u.id LEFT JOIN in_trade ON in_trade.unit_id = u.id
  WHERE (u.shop_id IS NULL OR u.shop_id = :shopId) AND (u.hidden_at IS NULL OR used.unit_id IS NOT NULL)
  ORDER BY used.variants DESC NULLS LAST, in_trade.shops DESC NULLS LAST, lower(u.name), u.id`;

const LIST = sql<{ shopId: number | undefined }, NamedView>(listSql());
const LIST_OF_SHOP = sql<{ shopId: number }, ShopUnitView>(
  listSql(', u.shop_id IS NOT NULL AS own, coalesce(used.products, 0) AS products'),
);

/** The units of variants. */
export const UNIT_NAMES: NameUse = {
  lock: [
    sql(
      `SELECT FROM products WHERE id IN (SELECT product_id FROM variants WHERE unit_id = :id) ORDER BY id FOR NO KEY UPDATE`,
    ),
    sql('SELECT FROM variants WHERE unit_id = :id ORDER BY id FOR NO KEY UPDATE'),
  ],
  countProducts: sql(
    `SELECT count(DISTINCT p.id)::int AS products FROM variants v JOIN products p ON p.id = v.product_id
     WHERE v.unit_id = :id AND v.deleted_at IS NULL AND p.deleted_at IS NULL`,
  ),
  move: moveUnit,
  deleteUnused: sql(
    'DELETE FROM units u WHERE u.id = :id AND NOT EXISTS (SELECT FROM variants v WHERE v.unit_id = u.id)',
  ),
  hide: sql('UPDATE units SET hidden_at = now() WHERE id = :id AND hidden_at IS NULL'),
};

/** No two variants of a product can have the same options. */
async function moveUnit(client: PoolClient, own: OwnName, target: Target | undefined): Promise<Replaced[]> {
  if (!target || target.id === own.id) throw invalidField('into', 'must be another unit of this shop');
  const replaced = { id: own.id, into: target.id };
  const names = (await many(TWINS, replaced, client)).map(({ name }) => name);
  if (names.length > 0) {
    const text = `${names.join(', ')}: sold in “${own.name}” and in “${target.name}”. Remove one of the two variants first.`;
    throw new DomainError('still_in_use', text, { names });
  }
  await run(PARK_TWINS, replaced, client);
  await run(MOVE, replaced, client);
  return [replaced];
}

const HAS_TWIN = `EXISTS (
  SELECT FROM variants twin WHERE twin.product_id = v.product_id AND twin.unit_id = :into AND twin.deleted_at IS NULL
    AND (twin.size_id, twin.color_id) IS NOT DISTINCT FROM (v.size_id, v.color_id))`;

const TWINS = sql<Replaced, { name: string }>(
  `SELECT DISTINCT p.name FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.unit_id = :id AND v.deleted_at IS NULL AND p.deleted_at IS NULL AND ${HAS_TWIN} ORDER BY p.name LIMIT 5`,
);

/** Keeps one of the two variants of deleted products, which cannot be edited. */
const PARK_TWINS = sql<Replaced>(
  `UPDATE variants v SET deleted_at = now() WHERE v.unit_id = :id AND v.deleted_at IS NULL AND ${HAS_TWIN}`,
);

const MOVE = sql<Replaced>(
  `WITH moved AS (UPDATE variants SET unit_id = :into WHERE unit_id = :id RETURNING product_id)
   UPDATE products SET updated_at = clock_timestamp() WHERE id IN (SELECT product_id FROM moved)`,
);
