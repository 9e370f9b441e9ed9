import type { FeedName } from '@haat/contract/events/feeds';
import type { OrderStatus } from '@haat/contract/rules/order-status';

/** One notification of a feed. `seq` is its number there; `status` is set on steps of an order. */
export type FeedRow = {
  feed: FeedName;
  seq: number;
  kind: 'order.placed' | 'order.status' | 'order.refund';
  orderId: number;
  orderNumber: string;
  status: OrderStatus | null;
  message: string;
  /** What `message` says in English, for sentences in other languages; notifications of before have less of it. */
  details: {
    user_name?: string;
    address?: string | null;
    phone?: string | null;
    item_count?: number;
    total_paise?: number;
  };
  createdAt: Date;
};

/**
 * The columns of a FeedRow, of notifications n. The number of the order is looked up row by row: as a join, it would be
 * planned for as many rows as a batch may have and read all orders for one.
 */
export const FEED_ROW = `
  n.feed, n.seq, n.kind, n.order_id AS "orderId",
  (SELECT o.order_number FROM orders o WHERE o.id = n.order_id) AS "orderNumber",
  n.status, n.message, n.details, n.created_at AS "createdAt"`;
