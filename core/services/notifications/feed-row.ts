import type { FeedName } from '@haat/contract/events/feeds';
import type { OrderStatus } from '@haat/contract/rules/order-status';

/** One notification of a feed. `seq` is its number there; `status` is set on steps of an order. */
export type FeedRow = {
  feed: FeedName;
  seq: number;
  kind: 'order.placed' | 'order.status';
  orderId: number;
  orderNumber: string;
  status: OrderStatus | null;
  message: string;
  details: { user_name?: string; address?: string | null; phone?: string | null };
  createdAt: Date;
};

/** The columns of a FeedRow, of notifications n and orders o. */
export const FEED_ROW = `
  n.feed, n.seq, n.kind, n.order_id AS "orderId", o.order_number AS "orderNumber", n.status, n.message, n.details,
  n.created_at AS "createdAt"`;
