import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ExpiringView, expiringView, type WriteOffBody } from '@haat/contract/stock/stock-lists.calls';
import { formatStock, loggedStock, type StockKept } from '@haat/contract/catalog/stock-unit';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { type Manager, may, requireRight } from '../accounts/shop-rights.ts';
import { writtenAmount } from '../catalog/stock-amount.ts';
import { changeCatalog } from '../catalog/change-catalog.ts';
import { wire } from '../lib/wire.ts';
import { BATCHES, COUNTS, inUnitOf, STOCK_NAME_COLUMNS, STOCK_VARIANTS } from './stock.sql.ts';

const DEFAULT_DAYS = 30;
const MOST = 200;

type Reading = { by: Manager; shopId: number; days?: number | undefined };

/**
 * The batches of a shop that have expired or will within so many days and that probably have stock left. Assumes that undated
 * stock of a variant is sold first, and then the earliest date. So the rest of a batch is the stock minus all later batches, at
 * most the batch's quantity not written off: better to check a batch too many than one too few. Throws `forbidden` unless the
 * caller is a member of the shop or the operator, `not_found` for an unknown shop.
 */
export async function listExpiring({ by, shopId, days = DEFAULT_DAYS }: Reading): Promise<ExpiringView> {
  requireRight('stock', by, shopId);
  const shop = await one(TODAY, { shopId });
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  const rows = await many(LIST, { shopId, today: shop.today, days, limit: MOST });
  const seesPurchases = may('purchases', by, shopId);
  const batches = rows.map((row) => ({ ...row, supplier: seesPurchases ? row.supplier : null }));
  return wire(expiringView, { ...shop, batches });
}

const TODAY = sql<{ shopId: number }, { today: string }>(
  `SELECT to_char(now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today FROM shops WHERE id = :shopId`,
);

type Row = {
  id: number;
  variantId: number;
  productId: number;
  name: string;
  option: string | null;
  barcode: string | null;
  bestBefore: string;
  daysLeft: number;
  bought: number;
  left: number;
  stock: number;
  supplier: string | null;
} & StockKept;

const LIST = sql<{ shopId: number; today: string; days: number; limit: number }, Row>(
  `SELECT b.id, ${STOCK_NAME_COLUMNS}, to_char(b.best_before, 'YYYY-MM-DD') AS best_before,
     b.best_before - :today::date AS days_left, b.quantity AS bought, b.left, v.stock, s.name AS supplier
   FROM (${BATCHES}) b JOIN (${STOCK_VARIANTS}) ON v.id = b.variant_id LEFT JOIN suppliers s ON s.id = b.supplier_id
   WHERE b.left > 0 AND b.best_before <= :today::date + :days::int AND v.deleted_at IS NULL AND p.deleted_at IS NULL
   ORDER BY b.best_before, p.name, b.id LIMIT :limit`,
);

type WriteOff = { by: Session; shopId: number; body: WriteOffBody; key?: string | undefined };
type WrittenOff = { variant_id: number; stock: number };

/**
 * Takes something out of the stock for a reason, once per key, from a batch or from no particular one. Throws `not_found` for variants
 * and batches of other shops and of reversed purchases, `out_of_stock` for more than there is, and `idempotency_conflict`.
 */
export async function writeOffStock({ by, shopId, body, key = randomUUID() }: WriteOff): Promise<WrittenOff> {
  requireRight('stock', by, shopId);
  const { stock } = await changeCatalog(async (client) => {
    // Concurrent requests with the same key wait for each other, even for other products.
    await run(LOCK_KEY, { shopId, key }, client);
    const variant = await one(LOCK, { shopId, variantId: body.variant_id }, client);
    if (!variant) throw new DomainError('not_found', 'Product not found');
    const written = { field: 'quantity', amount: body.quantity, unit: body.stock_unit };
    const quantity = writtenAmount(written, variant);
    const isNew = await store(client, { by, shopId, body: { ...body, quantity }, key, ...variant });
    if (!isNew) return { shopId, stock: variant.stock };
    const { reason, note } = body;
    const after = { quantity: loggedStock(quantity, variant.stockUnit), reason: note ?? reason };
    await recordActivity(client, {
      shopId,
      actorId: by.actorId,
      action: 'stock.written_off',
      subject: variant.name,
      after,
    });
    return { shopId, stock: variant.stock - quantity };
  });
  return { variant_id: body.variant_id, stock };
}

type Locked = { name: string; stock: number } & StockKept;

const LOCK = sql<{ shopId: number; variantId: number }, Locked>(
  `SELECT p.name, v.stock, v.stock_unit, v.content FROM variants v JOIN products p ON p.id = v.product_id
   WHERE v.id = :variantId AND p.shop_id = :shopId FOR NO KEY UPDATE OF v`,
);

/** Whether it is stored now, and not by an earlier request with the key. */
async function store(client: PoolClient, request: WriteOff & Locked): Promise<boolean> {
  const { by, shopId, body, key, stock, stockUnit } = request;
  const { variant_id: variantId, batch_id: batchId = null, quantity, reason, note = null } = body;
  const earlier = await one(FIND, { shopId, key }, client);
  if (earlier && !isDeepStrictEqual(earlier, { variantId, batchId, quantity, reason, note })) {
    throw new DomainError('idempotency_conflict', 'The Idempotency-Key was used for something else to write off.');
  }
  if (earlier) return false;
  if (quantity > stock)
    throw new DomainError('out_of_stock', `Only ${formatStock(stock, stockUnit)} are in stock.`, { stock });
  const row = { shopId, variantId, batchId, quantity, reason, note, key, actorId: by.actorId };
  if (batchId !== null && (await run(TAKE_FROM_BATCH, row, client)) === 0) {
    throw new DomainError('not_found', 'This batch does not exist, or less of it is left.');
  }
  await run(STORE, row, client);
  return true;
}

const LOCK_KEY = sql<{ shopId: number; key: string }>(
  `SELECT pg_advisory_xact_lock(hashtextextended('write-off:' || :key::text, :shopId::bigint))`,
);

type Stored = Pick<Columns, 'variantId' | 'batchId' | 'quantity' | 'reason' | 'note'>;

const FIND = sql<{ shopId: number; key: string | undefined }, Stored>(
  `SELECT variant_id, purchase_line_id AS batch_id, quantity, reason, note FROM stock_write_offs
   WHERE shop_id = :shopId AND key = :key`,
);

type Columns = {
  shopId: number;
  variantId: number;
  batchId: number | null;
  quantity: number;
  reason: string;
  note: string | null;
  key: string | undefined;
  actorId: number;
};

const TAKEN_FROM_LINE = 'ceil(:quantity::numeric * l.content / v.content)::int';

const TAKE_FROM_BATCH = sql<Pick<Columns, 'shopId' | 'variantId' | 'batchId' | 'quantity'>>(
  // The purchase has the unit in which the stock was kept at that time.
  `UPDATE purchase_lines l SET written_off = least(l.quantity, l.written_off + ${TAKEN_FROM_LINE})
   FROM purchases c, variants v
   WHERE l.id = :batchId AND l.variant_id = :variantId AND c.id = l.purchase_id AND c.shop_id = :shopId AND v.id = l.variant_id
     AND ${COUNTS} AND :quantity::int <= ${inUnitOf('v', '(l.quantity - l.written_off)', 'l.content')}`,
);

const STORE = sql<Columns>(
  `WITH written AS (
     INSERT INTO stock_write_offs (shop_id, variant_id, purchase_line_id, quantity, reason, note, key, actor_id)
     VALUES (:shopId, :variantId, :batchId, :quantity, :reason, :note, :key, :actorId) RETURNING id
   ), ledger AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, write_off_id, actor_id)
     SELECT :variantId::bigint, -:quantity::int, 'write_off', id, :actorId::bigint FROM written
   )
   UPDATE variants SET stock = stock - :quantity::int WHERE id = :variantId::bigint`,
);
