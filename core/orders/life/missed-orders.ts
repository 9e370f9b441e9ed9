import { shopFeed, type FeedName } from '@haat/contract/socket-events';
import { publishSoon } from '../../live/connect-bus.ts';
import { type Connection, many, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { isMemberWith } from '../../accounts/shop-rights.ts';

export type MissedOrder = {
  id: number;
  orderNumber: string;
  totalPaise: number;
  customerName: string;
  customerPhone: string | null;
  missedAt: Date;
  isRead: boolean;
  /** One of the last orders that stopped the shop, because it did not respond. */
  stoppedShop: boolean;
};

/** Adds an order that was not accepted in time to the shop's missed orders, in the transaction that ends it. */
export async function addMissedOrder(client: Connection, orderId: number): Promise<void> {
  await run(ADD, { orderId }, client);
}

const ADD = sql<{ orderId: number }>(
  'INSERT INTO missed_orders (order_id, shop_id) SELECT id, shop_id FROM orders WHERE id = :orderId',
);

/** The orders that a shop did not accept in time, latest first: all unread ones, and all of the last week. */
export async function listMissedOrders(shopId: number): Promise<MissedOrder[]> {
  return many(LIST, { shopId });
}

const LISTED = 100;

const LIST = sql<{ shopId: number }, MissedOrder>(
  `
  SELECT o.id, o.order_number, o.total_paise, o.customer_name, o.customer_phone, m.missed_at, m.read_at IS NOT NULL AS is_read,
    m.stopped_shop
  FROM missed_orders m JOIN orders o ON o.id = m.order_id
  WHERE m.shop_id = :shopId AND (m.read_at IS NULL OR m.missed_at > now() - interval '7 days')
  ORDER BY m.missed_at DESC, m.order_id DESC LIMIT ${LISTED}`,
);

/**
 * Notes that a member has read that these orders expired, for all devices of the shop. Others than the shop's are ignored. Throws
 * forbidden for non-members; changes nothing for an operator who helps the shop: it is for the shop to take notice.
 */
export async function readMissedOrders({ by, orderIds }: { by: Session; orderIds: number[] }): Promise<void> {
  const { shopId, actorId } = by;
  if (!isMemberWith('orders', by, shopId))
    throw new DomainError('forbidden', 'Only members of the shop can mark its missed orders as read.');
  if (by.isHelping) return;
  const feed = shopFeed(shopId);
  const read = await one(READ, { shopId, actorId, orderIds, feed });
  if (read) publishSoon({ type: 'feed', feed, seq: read.seq });
}

// The notification only updates the shop's other screens; no messages are sent. Returns no row when all were already read.
const READ = sql<{ shopId: number; actorId: number; orderIds: number[]; feed: FeedName }, { seq: number }>(
  `
  WITH read AS (
    UPDATE missed_orders SET read_at = now(), read_by = :actorId::bigint
    WHERE order_id = ANY(:orderIds::bigint[]) AND shop_id = :shopId::bigint AND read_at IS NULL RETURNING order_id
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT :feed::text, 1 WHERE EXISTS (SELECT FROM read)
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  )
  INSERT INTO notifications (feed, seq, order_id, kind, message, details)
  SELECT feed.name, feed.seq, (SELECT min(order_id) FROM read), 'order.alert', 'The shop has read that orders expired',
    '{"update": "expiry_read"}'
  FROM feed RETURNING seq`,
);
