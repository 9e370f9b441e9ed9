import type { CountBody, StockTakeLine, StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import type { DifferenceReason } from '@haat/contract/stock/stock';
import { amountInStock, formatStock, mostStock, type StockKept } from '@haat/contract/catalog/stock-unit';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { findVariantByBarcode } from '../../catalog/find-by-barcode.ts';
import { inRetriedTransaction, one, run, sql } from '../../db/database.ts';
import { StockTakeLine as LineRow } from '../../db/stock.models.ts';
import { DomainError, invalidField } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { writtenAmount } from '../../catalog/stock-amount.ts';
import { TO_PACK } from '../stock.sql.ts';
import { lockStockTake, notOpen } from './open-stock-take.ts';
import { findStockTake, readLine, type StockTakeRequest, UNCOUNTED } from './read-stock-takes.ts';
import { IN_SCOPE } from './stock-take-record.ts';

type Request = StockTakeRequest & { by: Session };
type Count = Request & { body: CountBody; key?: string | undefined };

/**
 * Adds to the count of a variant, or sets it, once per key. Each count stores the expected quantity at that moment (the stock
 * and items still to be packed), and the difference is relative to it: later sales change the stock, not the difference. The
 * variant is locked, so each order comes either before or after the count. Throws `status_not_allowed` unless the stock take is
 * open, `invalid_input` for a variant that is not in it, and `edit_conflict` (with the stored count, as `current`) when another
 * device has counted since the screen was read, `not_found` for an unknown barcode.
 */
export async function countStock({ body, key = randomUUID(), ...request }: Count): Promise<StockTakeLine> {
  const { by, shopId, id } = request;
  requireRight('stock', by, shopId);
  return inRetriedTransaction(async (client) => {
    await lockOpen(client, request);
    const variantId = 'barcode' in body ? await findByBarcode(client, shopId, body.barcode) : body.variant_id;
    const kept = await one(LOCK_VARIANT, { id, variantId }, client);
    if (!kept) throw invalidField('variant_id', 'is not part of this stock take');
    if ((await run(CLAIM, { id, key, variantId }, client)) > 0) {
      const counted = await nextCount(client, { ...request, body, variantId, kept });
      const params = { id, variantId, counted, isWhole: 'counted' in body, actorId: by.actorId };
      await run(STORE, params, client);
    }
    return readLine(client, { ...request, variantId });
  });
}

async function findByBarcode(client: PoolClient, shopId: number, barcode: string): Promise<number> {
  const variantId = await findVariantByBarcode({ shopId, barcode }, client);
  if (variantId === undefined) throw new DomainError('not_found', `No product of the shop has the barcode ${barcode}.`);
  return variantId;
}

async function lockOpen(client: PoolClient, request: Request): Promise<void> {
  const state = await lockStockTake(client, { ...request, to: 'count' });
  if (state !== 'open') throw notOpen(state);
}

type Counting = Count & { variantId: number; kept: StockKept };

async function nextCount(client: PoolClient, { body, kept, ...request }: Counting): Promise<number> {
  const { variantId } = request;
  const before = await LineRow.query(client).findById([request.id, variantId]);
  const unit = body.stock_unit;
  if ('counted' in body) {
    const counted = writtenAmount({ field: 'counted', amount: body.counted, unit }, kept);
    const seen = body.seen === null ? null : amountInStock({ amount: body.seen, unit: unit ?? 'piece' }, kept);
    if ((before?.counted ?? null) !== seen && before && before.counted !== counted) {
      const now = formatStock(before.counted, kept.stockUnit);
      const text = `Another device has counted this product in the meantime. The count is now ${now}.`;
      throw new DomainError('edit_conflict', text, { current: await readLine(client, request) });
    }
    return counted;
  }
  const counted = (before?.counted ?? 0) + writtenAmount({ field: 'add', amount: body.add, unit }, kept);
  const most = mostStock(kept.stockUnit);
  if (counted < 0 || counted > most)
    throw invalidField('add', `must lead to a count of 0 to ${formatStock(most, kept.stockUnit)}`);
  return counted;
}

const LOCK_VARIANT = sql<{ id: number; variantId: number }, StockKept>(
  `SELECT v.stock_unit, v.content FROM stock_takes t, variants v JOIN products p ON p.id = v.product_id
   WHERE t.id = :id AND v.id = :variantId AND ${IN_SCOPE} FOR NO KEY UPDATE OF v`,
);

const CLAIM = sql<{ id: number; key: string; variantId: number }>(
  `INSERT INTO stock_take_counts (stock_take_id, key, variant_id) VALUES (:id, :key, :variantId) ON CONFLICT DO NOTHING`,
);

const NEWEST_CHANGE = 'coalesce((SELECT max(id) FROM stock_ledger WHERE variant_id = v.id), 0)';

/** `isWhole`: the number was counted at this moment and replaces earlier counts. */
type Line = { id: number; variantId: number; counted: number; isWhole: boolean; actorId: number };

const STORE = sql<Line>(
  `INSERT INTO stock_take_lines (stock_take_id, variant_id, counted, stock, stock_unit, content, to_pack, first_ledger_id,
     ledger_id, counted_by, counted_at)
   SELECT :id::bigint, v.id, :counted::int, v.stock, v.stock_unit, v.content, ${TO_PACK}, ${NEWEST_CHANGE}, ${NEWEST_CHANGE}, :actorId::bigint, clock_timestamp()
   FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = :variantId
   ON CONFLICT (stock_take_id, variant_id) DO UPDATE SET counted = EXCLUDED.counted, stock = EXCLUDED.stock,
     to_pack = EXCLUDED.to_pack, ledger_id = EXCLUDED.ledger_id, counted_by = EXCLUDED.counted_by,
     counted_at = EXCLUDED.counted_at,
     first_ledger_id = CASE WHEN :isWhole::boolean THEN EXCLUDED.ledger_id ELSE stock_take_lines.first_ledger_id END`,
);

/** Counts everything in the stock take that was not counted as 0. Throws `status_not_allowed` unless it is open. */
export async function countRestAsZero(request: Request): Promise<StockTakeView> {
  requireRight('stock', request.by, request.shopId);
  return inRetriedTransaction(async (client) => {
    await lockOpen(client, request);
    await run(LOCK_REST, { id: request.id }, client);
    await run(STORE_REST, { id: request.id, actorId: request.by.actorId }, client);
    return findStockTake(request, client);
  });
}

// In the order of their ids, like the statement that places orders.
const LOCK_REST = sql<{ id: number }>(
  `SELECT FROM stock_takes t, variants v JOIN products p ON p.id = v.product_id
   WHERE t.id = :id AND ${UNCOUNTED} ORDER BY v.id FOR NO KEY UPDATE OF v`,
);

const STORE_REST = sql<{ id: number; actorId: number }>(
  `INSERT INTO stock_take_lines (stock_take_id, variant_id, counted, stock, stock_unit, content, to_pack, first_ledger_id,
     ledger_id, counted_by)
   SELECT t.id, v.id, 0, v.stock, v.stock_unit, v.content, ${TO_PACK}, ${NEWEST_CHANGE}, ${NEWEST_CHANGE}, :actorId::bigint
   FROM stock_takes t, variants v JOIN products p ON p.id = v.product_id WHERE t.id = :id AND ${UNCOUNTED}
   ON CONFLICT DO NOTHING`,
);

type OfLine = Request & { variantId: number };

/** Gives the reason for a difference. Throws `status_not_allowed` unless the stock take is open, `not_found` without a count. */
export async function setDifferenceReason(
  request: OfLine & { reason: DifferenceReason; note: string | null },
): Promise<StockTakeLine> {
  requireRight('stock', request.by, request.shopId);
  const { id, variantId, reason, note } = request;
  return inRetriedTransaction(async (client) => {
    await lockOpen(client, request);
    await LineRow.query(client).findById([id, variantId]).patch({ reason, note });
    return readLine(client, request);
  });
}

/** Discards the count of a variant; a repeated call changes nothing. Throws `status_not_allowed` unless it is open. */
export async function removeStockTakeLine(request: OfLine): Promise<void> {
  requireRight('stock', request.by, request.shopId);
  await inRetriedTransaction(async (client) => {
    await lockOpen(client, request);
    await LineRow.query(client).deleteById([request.id, request.variantId]);
  });
}
