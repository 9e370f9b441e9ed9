import { type LowStockView, lowStockView } from '@haat/contract/stock/stock-lists.calls';
import { loggedStock, type StockKept, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { inTransaction, many, one, sql } from '../db/database.ts';
import { Variant } from '../db/catalog.models.ts';
import { Shop } from '../db/shops.models.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { type Manager, may, requireRight } from '../accounts/shop-rights.ts';
import type { Session } from '../accounts/session.ts';
import { isLow, lowAt } from '../catalog/low-stock.sql.ts';
import { itemsOf } from '../catalog/product-listing.sql.ts';
import { writtenAmount } from '../catalog/stock-amount.ts';
import { wire } from '../lib/wire.ts';
import { movedIn, STOCK_NAME_COLUMNS, STOCK_VARIANTS } from './stock.sql.ts';

type Request = { by: Manager; shopId: number };

const MOST = 200;

/**
 * The variants of published products that are low, sold out ones first. Throws `forbidden` for others than the members of the shop
 * and the operator, `not_found` for a shop that does not exist.
 */
export async function readLowStock({ by, shopId }: Request): Promise<LowStockView> {
  requireRight('stock', by, shopId);
  const shop = await Shop.query().findById(shopId).select('lowStock');
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  const rows = await many(LIST, { shopId, limit: MOST });
  const seesCosts = may('purchases', by, shopId);
  const variants = rows.map((row) => ({ ...row, costPaise: seesCosts ? row.costPaise : null }));
  return wire(lowStockView, { level: shop.lowStock, count: rows[0]?.count ?? 0, variants });
}

type Row = {
  variantId: number;
  productId: number;
  name: string;
  option: string | null;
  barcode: string | null;
  stock: number;
  level: number;
  ownLevel: number | null;
  sold: number;
  costPaise: number | null;
  count: number;
} & StockKept;

const LIST = sql<{ shopId: number; limit: number }, Row>(
  `SELECT low.*, (
     SELECT round(coalesce(-sum(${movedIn('v')}), 0))::int FROM stock_ledger m JOIN variants v ON v.id = m.variant_id
     WHERE m.variant_id = low.variant_id
       AND m.reason IN ('sale', 'release', 'revision', 'return') AND m.at > now() - interval '30 days') AS sold
   FROM (
     SELECT ${STOCK_NAME_COLUMNS}, v.stock, ${lowAt('v')} AS level, v.reorder_level AS own_level, v.cost_paise,
       count(*) OVER ()::int AS count
     FROM ${STOCK_VARIANTS}
     WHERE p.shop_id = :shopId AND p.is_published AND p.deleted_at IS NULL AND v.deleted_at IS NULL AND ${isLow('v')}
     ORDER BY ${itemsOf('v')}, p.name, v.id LIMIT :limit
   ) low ORDER BY ${itemsOf('low')}, name, variant_id`,
);

type Level = { by: Session; shopId: number; level: number };

/** Sets the level of the shop. Throws like `readLowStock`. */
export async function setLowStockLevel({ by, shopId, level }: Level): Promise<LowStockView> {
  requireRight('catalog', by, shopId);
  await inTransaction(async (client) => {
    const before = await one(SET_LEVEL, { shopId, level }, client);
    if (!before) throw new DomainError('not_found', 'Shop Not Found');
    if (before.level === level) return;
    const what = { before: { level: before.level }, after: { level } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: 'stock.level_changed', ...what });
  });
  return readLowStock({ by, shopId });
}

const SET_LEVEL = sql<{ shopId: number; level: number }, { level: number }>(
  `UPDATE shops SET low_stock = :level FROM (SELECT low_stock FROM shops WHERE id = :shopId FOR NO KEY UPDATE) before
   WHERE id = :shopId RETURNING before.low_stock AS level`,
);

type OwnLevel = Request & { by: Session; variantId: number; level: number | null; unit?: StockUnit | null | undefined };

/** Sets the level of one variant, or none of its own. Throws like `readLowStock`, and `not_found` for variants of other shops. */
export async function setReorderLevel({ by, shopId, variantId, unit, ...own }: OwnLevel): Promise<LowStockView> {
  requireRight('catalog', by, shopId);
  await inTransaction(async (client) => {
    const before = await one(LOCK_OWN_LEVEL, { shopId, variantId }, client);
    if (!before) throw new DomainError('not_found', 'Product not found');
    const level = own.level === null ? null : writtenAmount({ field: 'level', amount: own.level, unit }, before);
    if (before.level === level) return;
    await Variant.query(client).findById(variantId).patch({ reorderLevel: level });
    const entry = { shopId, actorId: by.actorId, subject: before.name };
    const logged = (each: number | null) => each && loggedStock(each, before.stockUnit);
    const what = { before: { level: logged(before.level) }, after: { level: logged(level) } };
    await recordActivity(client, { ...entry, action: 'stock.level_changed', ...what });
  });
  return readLowStock({ by, shopId });
}

const LOCK_OWN_LEVEL = sql<{ shopId: number; variantId: number }, { level: number | null; name: string } & StockKept>(
  `SELECT v.reorder_level AS level, p.name, v.stock_unit, v.content FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.id = :variantId AND p.shop_id = :shopId AND v.deleted_at IS NULL FOR NO KEY UPDATE OF v`,
);
