import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import {
  type FeedName,
  type OrderExpiredEvent,
  type OrderRefundEvent,
  type OrderStatusEvent,
  type OrderUpdateEvent,
  shopFeed,
} from '@haat/contract/socket-events';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { OrderNotificationKind, OrderUpdate } from '@haat/contract/orders/order-updates';
import { formatPaise, toRupees } from '@haat/contract/rupees';
import { many, sql } from '../db/database.ts';

/** One notification of a feed. `seq` is its number there; `status` is set on status changes. */
export type FeedRow = {
  feed: FeedName;
  seq: number;
  kind: OrderNotificationKind;
  orderId: number;
  orderNumber: string;
  status: OrderStatus | null;
  message: string;
  /** The values in `message`, for texts in other languages; older notifications have fewer of them. */
  details: {
    user_name?: string;
    address?: string | null;
    phone?: string | null;
    item_count?: number;
    total_paise?: number;
    update?: OrderUpdate;
  };
  createdAt: Date;
};

/**
 * Columns of a FeedRow, of notifications n. The order number is a subquery: a join would be planned for a whole batch and scan
 * all orders for a single row.
 */
const FEED_ROW = `
  n.feed, n.seq, n.kind, n.order_id,
  (SELECT o.order_number FROM orders o WHERE o.id = n.order_id) AS order_number,
  n.status, n.message, n.details, n.created_at`;

/** Rows of one feed per read; a shorter result is complete. */
export const FEED_BATCH = 200;

type Position = { feed: FeedName; after: number };

/** The rows after the number `after` of each feed, oldest first, at most FEED_BATCH of each. One statement. */
export async function readFeeds(positions: Position[]): Promise<FeedRow[]> {
  const [position, ...others] = positions;
  // The common case, and the statement for one feed is planned only once.
  if (position && others.length === 0) return many(READ_FEED, position);
  return many(READ_FEEDS, { feeds: positions.map(({ feed }) => feed), after: positions.map(({ after }) => after) });
}

const READ_FEED = sql<Position, FeedRow>(
  `
  SELECT ${FEED_ROW} FROM notifications n WHERE n.feed = :feed AND n.seq > :after
  ORDER BY n.seq LIMIT ${FEED_BATCH}`,
);

const READ_FEEDS = sql<{ feeds: FeedName[]; after: number[] }, FeedRow>(
  `
  SELECT ${FEED_ROW}
  FROM unnest(:feeds::text[], :after::bigint[]) AS position (feed, after)
  CROSS JOIN LATERAL (
    SELECT * FROM notifications WHERE feed = position.feed AND seq > position.after ORDER BY seq LIMIT ${FEED_BATCH}
  ) n
  ORDER BY n.feed, n.seq`,
);

/** The latest number of each feed that has rows. */
export async function latestSeqs(feeds: FeedName[]): Promise<Map<FeedName, number>> {
  const rows = await many(LATEST_SEQS, { feeds });
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

const LATEST_SEQS = sql<{ feeds: FeedName[] }, { name: FeedName; seq: number }>(
  'SELECT name, seq FROM feeds WHERE name = ANY(:feeds::text[])',
);

/** The latest number of a feed, 0 when it has no rows. */
export async function latestSeq(feed: FeedName): Promise<number> {
  return (await latestSeqs([feed])).get(feed) ?? 0;
}

const MAX_LISTED = 200;

type ListRequest = { shopId: number; limit?: number | undefined; after?: number | undefined };

/** The new orders in a shop's feed, latest first, at most 200; with `after` only greater numbers. */
export async function listNotifications({ shopId, limit = MAX_LISTED, after = 0 }: ListRequest): Promise<FeedRow[]> {
  return many(LIST, { feed: shopFeed(shopId), after, limit: Math.min(limit, MAX_LISTED) });
}

const LIST = sql<Position & { limit: number }, FeedRow>(
  `
  SELECT ${FEED_ROW} FROM notifications n
  WHERE n.feed = :feed AND n.seq > :after AND n.kind = 'order.placed'
  ORDER BY n.seq DESC LIMIT :limit`,
);

type NewOrder = { order: string; itemCount: string; summary: string };

/**
 * The part of a statement that makes an order known to its shop, when it is stored or paid: the number in the shop's feed, the
 * notification, and the outbox row, which is returned as `outbox_row`. `order` is the CTE with the order's row; `itemCount` and
 * `summary`, the end of the shop's message, are expressions.
 */
export const newOrderRows = ({ order, itemCount, summary }: NewOrder): string => `
  feed AS (
    INSERT INTO feeds (name, seq) SELECT 'shop:' || shop_id, 1 FROM ${order}
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT feed.name, feed.seq, o.id, 'order.placed',
      'New order ' || o.order_number || ' from ' || o.customer_name || ': ' || ${summary},
      jsonb_build_object('user_name', o.customer_name, 'phone', o.customer_phone,
        'address', nullif(concat_ws(', ', o.address ->> 'street', o.address ->> 'city', o.address ->> 'zip'), ''),
        'item_count', ${itemCount}, 'total_paise', o.total_paise)
    FROM feed, ${order} o
  ), outbox_row AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'order.placed', id FROM ${order} RETURNING id
  )`;

/** Item count and total, as the shop's message ends. */
export const orderSummary = (count: number, totalPaise: number): string =>
  `${count} ${count === 1 ? 'item' : 'items'}, ${formatPaise(totalPaise)}`;

/** A notification as the feed and the stream of a shop show it. */
export function presentNotification({
  seq,
  message,
  createdAt,
  orderId,
  orderNumber,
  details,
}: FeedRow): NotificationView {
  return {
    id: seq,
    message,
    created_at: createdAt.toISOString(),
    order_id: orderId,
    order_number: orderNumber,
    ...(details.user_name !== undefined && { user_name: details.user_name }),
    ...(details.address !== undefined && { address: details.address }),
    ...(details.phone !== undefined && { phone: details.phone }),
    ...(details.item_count !== undefined && { item_count: details.item_count }),
    ...(details.total_paise !== undefined && { total: toRupees(details.total_paise) }),
  };
}

/** The same for a locked shared device, which anyone may see: it says that there is an order, and nothing about its customer. */
export function presentToLocked({ seq, createdAt, orderId, orderNumber, details }: FeedRow): NotificationView {
  const takeaway = details.address === null;
  // Older notifications do not say.
  const kind = details.address === undefined ? '' : takeaway ? ': takeaway' : ': delivery';
  return {
    id: seq,
    message: `New order ${orderNumber}${kind}`,
    created_at: createdAt.toISOString(),
    order_id: orderId,
    order_number: orderNumber,
    ...(details.item_count !== undefined && { item_count: details.item_count }),
    ...(details.address !== undefined && { takeaway }),
  };
}

/** The status change of an order; undefined for rows of another kind. */
export function presentStatus({
  feed,
  seq,
  status,
  createdAt,
  orderId,
  orderNumber,
}: FeedRow): OrderStatusEvent | undefined {
  if (!status) return undefined;
  return { feed, seq, order_id: orderId, order_number: orderNumber, status, at: createdAt.toISOString() };
}

/** The refund of an order; undefined for rows of another kind. */
export function presentRefund({
  kind,
  feed,
  seq,
  createdAt,
  orderId,
  orderNumber,
  details,
}: FeedRow): OrderRefundEvent | undefined {
  if (kind !== 'order.refund') return undefined;
  const amount = toRupees(details.total_paise ?? 0);
  const event = { feed, seq, order_id: orderId, order_number: orderNumber, amount, at: createdAt.toISOString() };
  return { ...event, ...(details.update === 'paid_out' && { in_cash: true }) };
}

/** That an order expired unpaid; undefined for rows of another kind. */
export function presentExpiry({
  kind,
  feed,
  seq,
  createdAt,
  orderId,
  orderNumber,
}: FeedRow): OrderExpiredEvent | undefined {
  if (kind !== 'order.expired') return undefined;
  return { feed, seq, order_id: orderId, order_number: orderNumber, at: createdAt.toISOString() };
}

/** What else happened to an order; undefined for rows of another kind. */
export function presentUpdate({
  feed,
  seq,
  createdAt,
  orderId,
  orderNumber,
  details,
}: FeedRow): OrderUpdateEvent | undefined {
  const { update } = details;
  if (!update) return undefined;
  return { feed, seq, order_id: orderId, order_number: orderNumber, update, at: createdAt.toISOString() };
}
