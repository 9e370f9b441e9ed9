import type { CounterMethod } from '@haat/contract/orders/counter-sale';
import { toRupees } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { inRetriedTransaction, many, one, run, sql } from '../../db/database.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { isMemberWith, may } from '../../accounts/shop-rights.ts';
import { catalogVersion, signalCatalog } from '../../catalog/change-catalog.ts';
import { refundPart } from '../../payments/refund-part.ts';
import { isFirstRequest } from '../repeated-request.ts';
import { type OrderRecord, SHOP_ORDER_RECORD } from '../order-record.ts';
import { takenBy } from '../../stock/stock.sql.ts';
import type { ItemQuantity } from '../place/place-replacement.ts';

type Request = {
  orderId: number;
  lines: ItemQuantity[];
  /** Whether they can be sold again. */
  toStock: boolean;
  /** How the money goes back; without it as the sale was paid. */
  paidBy?: CounterMethod | undefined;
  by: Session;
  key: string | undefined;
};

/**
 * Takes items of a counter sale back, once per idempotency key: pays their price back, and returns resellable
 * items to the stock. The order stays delivered. Throws not_found (also for orders of others and online orders), invalid_input
 * for more than was sold and not yet returned, refund_too_high, idempotency_conflict.
 */
export async function returnCounterSale(request: Request): Promise<OrderRecord> {
  const returned = await inRetriedTransaction((client) => takeBack(client, request));
  if (returned) signalCatalog(returned.shopId, returned.version);
  const order = await one(FIND_ORDER, { orderId: request.orderId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  return order;
}

async function takeBack(client: PoolClient, { orderId, lines, toStock, paidBy, by, key }: Request) {
  const order = await one(LOCK_ORDER, { orderId }, client);
  if (!order || !may('sales', by, order.shopId)) throw new DomainError('not_found', 'Order not found');
  const { userId, actorId, sessionId } = by;
  const { shopId, orderNumber } = order;
  const body = ['return', lines.map(({ itemId, quantity }) => [itemId, quantity]), toStock, paidBy];
  if (!(await isFirstRequest(client, { userId, orderId, key, body }))) return undefined;

  const items = new Map((await many(READ_ITEMS, { orderId }, client)).map((item) => [item.id, item]));
  const amounts = lines.map((line) => amountOf(line, items.get(line.itemId)));
  const amountPaise = amounts.reduce((sum, amount) => sum + amount, 0);
  const columns = { itemIds: lines.map((line) => line.itemId), quantities: lines.map((line) => line.quantity) };
  await run(STORE_RETURN, { orderId, amountPaise, toStock, actorId, ...columns }, client);
  const actor = isMemberWith('sales', by, shopId) ? 'shop' : 'operator';
  const payout = paidBy === 'cod' ? 'cash' : paidBy;
  const why = { orderId, amountPaise, reason: 'goodwill', payout, by: { actor, actorId, sessionId } } as const;
  if (amountPaise > 0) await refundPart(client, why);
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const after = { total: toRupees(amountPaise), quantity: count };
  await recordActivity(client, { shopId, actorId, action: 'sale.returned', subject: orderNumber, after });
  return { shopId, version: await catalogVersion(client, shopId) };
}

/** The price of a part of a line. All parts add up to the line's price, to the paisa. */
function amountOf({ quantity }: ItemQuantity, item: SoldItem | undefined): number {
  if (!item || quantity > item.quantity - item.returned)
    throw invalidField('lines', 'must be lines of the sale, and no more of each than was sold');
  const upTo = (count: number) => Math.floor((item.paise * count) / item.quantity);
  return upTo(item.returned + quantity) - upTo(item.returned);
}

const LOCK_ORDER = sql<{ orderId: number }, { shopId: number; orderNumber: string }>(
  `SELECT shop_id, order_number FROM orders WHERE id = :orderId AND channel = 'counter' FOR NO KEY UPDATE`,
);

type SoldItem = { id: number; quantity: number; returned: number; paise: number };

/** How much of a line `i` came back before. */
const RETURNED = '(SELECT coalesce(sum(l.quantity), 0)::int FROM counter_return_lines l WHERE l.item_id = i.id)';

const READ_ITEMS = sql<{ orderId: number }, SoldItem>(
  `SELECT i.id, i.quantity, coalesce(i.agreed_paise, i.unit_price_paise * i.quantity) AS paise,
     ${RETURNED} AS returned
   FROM order_items i WHERE i.order_id = :orderId`,
);

type StoredReturn = {
  orderId: number;
  amountPaise: number;
  toStock: boolean;
  actorId: number;
  itemIds: number[];
  quantities: number[];
};

// Locks the variants in the order of their ids, like the statement that places orders.
const STORE_RETURN = sql<StoredReturn>(
  `WITH stored AS (
     INSERT INTO counter_returns (order_id, amount_paise, to_stock, actor_id)
     VALUES (:orderId, :amountPaise, :toStock, :actorId) RETURNING id
   ), line AS MATERIALIZED (
     SELECT v.id AS variant_id, line.item_id, line.quantity, ${takenBy(`${RETURNED} + line.quantity`)} - ${takenBy(RETURNED)} AS taken
     FROM unnest(:itemIds::bigint[], :quantities::int[]) AS line (item_id, quantity)
     JOIN order_items i ON i.id = line.item_id JOIN variants v ON v.id = i.variant_id
     ORDER BY v.id FOR NO KEY UPDATE OF v
   ), lines AS (
     INSERT INTO counter_return_lines (return_id, item_id, quantity) SELECT stored.id, item_id, quantity FROM stored, line
   ), ledger AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, counter_return_id, actor_id)
     SELECT variant_id, taken, 'return', stored.id, :actorId::bigint FROM stored, line WHERE :toStock::boolean
   )
   UPDATE variants v SET stock = v.stock + line.taken FROM line WHERE v.id = line.variant_id AND :toStock::boolean`,
);

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(`${SHOP_ORDER_RECORD} WHERE o.id = :orderId`);
