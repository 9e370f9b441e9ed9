import { type FeedName, userFeed } from '@haat/contract/socket-events';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { CustomerUpdate, OrderNotificationKind } from '@haat/contract/orders/order-updates';
import { database, many, one, run, sql } from '../db/database.ts';

/** A notification in the feed of a customer; `amountPaise` of a refund. */
export type OwnNotification = {
  seq: number;
  kind: Exclude<OrderNotificationKind, 'order.placed' | 'order.alert'>;
  update: CustomerUpdate | null;
  status: OrderStatus | null;
  amountPaise: number | null;
  orderId: number;
  orderNumber: string;
  takeaway: boolean;
  shopSlug: string;
  shopName: string | null;
  createdAt: Date;
  isRead: boolean;
};

const MAX_LISTED = 200;

type ListRequest = { userId: number; limit?: number | undefined; after?: number | undefined };

/** The notifications about a user's own orders, newest first, at most 200; with `after` only smaller numbers. */
export async function listOwnNotifications({
  userId,
  limit = MAX_LISTED,
  after,
}: ListRequest): Promise<OwnNotification[]> {
  const params = { userId, feed: userFeed(userId), before: after ?? null, limit: Math.min(limit, MAX_LISTED) };
  // Live events update the newest ones: they must not be older than the last event.
  return many(LIST, params, after === undefined ? database().pool : undefined);
}

type ListParams = { userId: number; feed: FeedName; before: number | null; limit: number };

const LIST = sql<ListParams, OwnNotification>(
  `
  SELECT n.seq, n.kind, n.status, n.details ->> 'update' AS update, (n.details ->> 'total_paise')::bigint AS amount_paise, n.order_id, n.created_at,
    o.order_number, o.takeaway, shop.slug AS shop_slug, shop.name AS shop_name,
    n.seq <= coalesce((SELECT r.seq FROM notification_reads r WHERE r.user_id = :userId::bigint), 0) AS is_read
  FROM (
    SELECT * FROM notifications
    WHERE feed = :feed::text AND seq < coalesce(:before::bigint, 9223372036854775807)
    ORDER BY seq DESC LIMIT :limit
  ) n
  JOIN orders o ON o.id = n.order_id
  JOIN shops shop ON shop.id = o.shop_id
  ORDER BY n.seq DESC`,
  { readFrom: 'replica' },
);

/** `latest`: the number of the newest one. */
export type Unread = { unread: number; latest: number };

/** How many notifications a user has not read. A feed has no gaps, so nothing is counted. */
export async function countUnread(userId: number): Promise<Unread> {
  const counted = await one(COUNT_UNREAD, { userId, feed: userFeed(userId) });
  return counted ?? { unread: 0, latest: 0 };
}

const COUNT_UNREAD = sql<{ userId: number; feed: FeedName }, Unread>(
  `
  SELECT f.seq AS latest, f.seq - coalesce(r.seq, 0) AS unread
  FROM feeds f LEFT JOIN notification_reads r ON r.user_id = :userId::bigint
  WHERE f.name = :feed::text`,
);

/** Marks a user's notifications up to a number, or the latest, as read. Returns the unread counts that remain. */
export async function markRead({ userId, seq }: { userId: number; seq: number }): Promise<Unread> {
  await run(MARK_READ, { userId, feed: userFeed(userId), seq });
  return countUnread(userId);
}

const MARK_READ = sql<{ userId: number; feed: FeedName; seq: number }>(
  `
  INSERT INTO notification_reads AS r (user_id, seq)
  SELECT :userId::bigint, least(:seq::bigint, f.seq) FROM feeds f WHERE f.name = :feed::text AND :seq::bigint > 0
  ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq, at = now() WHERE r.seq < excluded.seq`,
);
