import { type StockChange, type StockHistoryView, stockHistoryView } from '@haat/contract/stock/stock-lists.calls';
import type { StockKept, StockUnit } from '@haat/contract/catalog/stock-unit';
import type { OrderChannel } from '@haat/contract/orders/counter-sale';
import type { LedgerReason } from '@haat/contract/stock/stock';
import { many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { type Manager, requireRight } from '../accounts/shop-rights.ts';
import { wire } from '../lib/wire.ts';
import { personName, STOCK_NAME_COLUMNS, STOCK_VARIANTS } from './stock.sql.ts';

type Request = {
  by: Manager;
  shopId: number;
  variantId: number;
  limit?: number | undefined;
  /** The last row of the previous page. */
  after?: number | undefined;
};

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/**
 * All changes of the stock of a variant, newest first, with the stock after each; also of one that was deleted. Customers are
 * not named. Throws DomainError `forbidden` for others than the members of the shop and the operator, `not_found` for a variant
 * of another shop.
 */
export async function readStockHistory(request: Request): Promise<StockHistoryView> {
  const { by, shopId, variantId, limit = DEFAULT_LIMIT, after } = request;
  requireRight('stock', by, shopId);
  const variant = await one(VARIANT, { shopId, variantId });
  if (!variant) throw new DomainError('not_found', 'Product not found');
  const rows = await many(CHANGES, { variantId, after, limit: Math.min(limit, MAX_LIMIT) });
  return wire(stockHistoryView, { ...variant, changes: rows.map(withOrder) });
}

const VARIANT = sql<
  { shopId: number; variantId: number },
  { productId: number; name: string; option: string | null; stock: number } & StockKept
>(`SELECT ${STOCK_NAME_COLUMNS}, v.stock FROM ${STOCK_VARIANTS} WHERE v.id = :variantId AND p.shop_id = :shopId`);

type Row = {
  id: number;
  at: Date;
  reason: LedgerReason;
  cause: StockChange['cause'];
  note: string | null;
  delta: number;
  balance: number;
  stockUnit: StockUnit;
  by: string | null;
  orderId: number | null;
  orderNumber: string | null;
  channel: OrderChannel | null;
  stockTakeId: number | null;
  purchaseId: number | null;
};

function withOrder({ orderId: id, orderNumber: number, channel, ...row }: Row) {
  const order = id === null || number === null || channel === null ? null : { id, number, channel };
  return { ...row, order };
}

// The stock of a row is today's stock less all later changes. So the first pages, which are read most, sum the fewest rows.
export const CHANGES = sql<{ variantId: number; after: number | undefined; limit: number }, Row>(
  `WITH page AS MATERIALIZED (
     SELECT l.* FROM stock_ledger l WHERE l.variant_id = :variantId AND (:after::bigint IS NULL OR l.id < :after)
     ORDER BY l.id DESC LIMIT :limit
   ), later AS (
     SELECT v.stock - (SELECT coalesce(sum(delta), 0) FROM stock_ledger
       WHERE variant_id = v.id AND :after::bigint IS NOT NULL AND id >= :after) AS balance, v.stock_unit
     FROM variants v WHERE v.id = :variantId
   )
   SELECT l.id, l.at, l.reason, coalesce(line.reason, w.reason) AS cause, coalesce(line.note, w.note) AS note, l.delta,
     (later.balance - sum(l.delta) OVER (ORDER BY l.id DESC) + l.delta)::int AS balance,
     coalesce((SELECT c.from_unit FROM stock_conversions c
       WHERE c.variant_id = l.variant_id AND c.ledger_id > l.id ORDER BY c.ledger_id LIMIT 1), later.stock_unit) AS stock_unit,
     CASE WHEN l.order_id IS NULL OR o.channel = 'counter' THEN ${personName('u')} END AS by,
     o.id AS order_id, o.order_number, o.channel, l.stock_take_id, l.purchase_id
   FROM page l CROSS JOIN later
   LEFT JOIN order_problems problem ON problem.id = l.problem_id
   LEFT JOIN counter_returns back ON back.id = l.counter_return_id
   LEFT JOIN orders o ON o.id = coalesce(l.order_id, problem.order_id, back.order_id)
   LEFT JOIN users u ON u.id = l.actor_id
   LEFT JOIN stock_take_lines line ON line.stock_take_id = l.stock_take_id AND line.variant_id = l.variant_id
   LEFT JOIN stock_write_offs w ON w.id = l.write_off_id
   ORDER BY l.id DESC`,
  { readFrom: 'replica' },
);
