import {
  type StockTakeSummary,
  type StockTakeView,
  type UncountedVariant,
  uncountedVariant,
} from '@haat/contract/stock/stock-takes.calls';
import type { StockKept } from '@haat/contract/catalog/stock-unit';
import type { PoolClient } from 'pg';
import { type Connection, many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';
import { wire } from '../../lib/wire.ts';
import { STOCK_NAME_COLUMNS, STOCK_VARIANTS, TO_PACK } from '../stock.sql.ts';
import {
  amountsSeenBy,
  IN_SCOPE,
  LINES,
  type LineRow,
  presentLine,
  presentSummary,
  SUMMARIES,
  type SummaryRow,
} from './stock-take-record.ts';

export type StockTakeRequest = { by: Manager; shopId: number; id: number };
type ListRequest = { by: Manager; shopId: number; limit?: number | undefined; after?: number | undefined };

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** The stock takes of a shop, newest first. Throws `forbidden` for others than its members and the operator. */
export async function listStockTakes({
  by,
  shopId,
  limit = DEFAULT_LIMIT,
  after,
}: ListRequest): Promise<StockTakeSummary[]> {
  requireRight('stock', by, shopId);
  const rows = await many(LIST, { shopId, limit: Math.min(limit, MAX_LIMIT), after });
  return rows.map((row) => presentSummary(row, amountsSeenBy(by, shopId)));
}

const LIST = sql<{ shopId: number; limit: number; after: number | undefined }, SummaryRow>(
  `${SUMMARIES} WHERE t.shop_id = :shopId AND (:after::bigint IS NULL OR t.id < :after) ORDER BY t.id DESC LIMIT :limit`,
);

/** The sums of one stock take. Throws `forbidden`, and `not_found` for stock takes of other shops. */
export async function findSummary({ by, shopId, id }: StockTakeRequest, on?: Connection): Promise<StockTakeSummary> {
  requireRight('stock', by, shopId);
  const row = await one(FIND, { shopId, id }, on);
  if (!row) throw notFound();
  return presentSummary(row, amountsSeenBy(by, shopId));
}

const FIND = sql<{ shopId: number; id: number }, SummaryRow>(`${SUMMARIES} WHERE t.shop_id = :shopId AND t.id = :id`);

export const notFound = () => new DomainError('not_found', 'Stock take not found');

/** A stock take with its lines, the one that was counted last first. Throws like `findSummary`. */
export async function findStockTake(request: StockTakeRequest, on?: Connection): Promise<StockTakeView> {
  const { by, shopId, id } = request;
  const summary = await findSummary(request, on);
  const lines = await many(ALL_LINES, { id }, on);
  const rest = await one(COUNT_REST, { id }, on);
  const sees = amountsSeenBy(by, shopId);
  return {
    ...summary,
    uncounted: summary.state === 'open' ? (rest?.uncounted ?? 0) : 0,
    lines: lines.map((line) => presentLine(line, sees)),
  };
}

const ALL_LINES = sql<{ id: number }, LineRow>(
  `${LINES} WHERE l.stock_take_id = :id ORDER BY l.counted_at DESC, v.id DESC`,
);

/** The variants of a stock take `t` that have no line. */
export const UNCOUNTED = `${IN_SCOPE} AND NOT EXISTS (
    SELECT FROM stock_take_lines l WHERE l.stock_take_id = t.id AND l.variant_id = v.id)`;

const COUNT_REST = sql<{ id: number }, { uncounted: number }>(
  `SELECT count(*)::int AS uncounted FROM stock_takes t, variants v JOIN products p ON p.id = v.product_id
   WHERE t.id = :id AND ${UNCOUNTED}`,
);

const MOST_UNCOUNTED = 200;

/** The variants that a stock take has not counted yet, by name, at most 200. Throws like `findSummary`. */
export async function listUncounted(request: StockTakeRequest): Promise<UncountedVariant[]> {
  const { id } = await findSummary(request);
  const rows = await many(REST, { id, limit: MOST_UNCOUNTED });
  const uncounted = rows.map((row) => ({ ...row, expected: row.stock + row.toPack }));
  return wire(uncountedVariant, uncounted);
}

type Rest = Pick<
  LineRow,
  'variantId' | 'productId' | 'name' | 'option' | 'barcode' | 'stock' | 'toPack' | keyof StockKept
>;

const REST = sql<{ id: number; limit: number }, Rest>(
  `SELECT ${STOCK_NAME_COLUMNS}, v.stock, ${TO_PACK} AS to_pack
   FROM stock_takes t, ${STOCK_VARIANTS} WHERE t.id = :id AND ${UNCOUNTED}
   ORDER BY lower(p.name), p.id, v.position, v.id LIMIT :limit`,
);

/** One line of a stock take. Throws `not_found` when the variant has not been counted. */
export async function readLine(
  client: PoolClient,
  { by, shopId, id, variantId }: StockTakeRequest & { variantId: number },
) {
  const row = await one(ONE_LINE, { id, variantId }, client);
  if (!row) throw new DomainError('not_found', 'This product was not counted');
  return presentLine(row, amountsSeenBy(by, shopId));
}

const ONE_LINE = sql<{ id: number; variantId: number }, LineRow>(
  `${LINES} WHERE l.stock_take_id = :id AND l.variant_id = :variantId`,
);
