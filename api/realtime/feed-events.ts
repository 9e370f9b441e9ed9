import type { NotificationView } from '@haat/contract/api/notifications';
import type { OrderRefundEvent, OrderStatusEvent } from '@haat/contract/events/socket-events';
import { toRupees } from '@haat/contract/rules/rupees';
import type { FeedRow } from '@haat/core/services/notifications/feeds';

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
  return { feed, seq, order_id: orderId, order_number: orderNumber, amount, at: createdAt.toISOString() };
}

/** New orders as frames of a stream, one `message` event each. JSON has no line breaks, so one data line is enough. */
export function framesOf(rows: FeedRow[]): Buffer {
  return Buffer.from(
    rows
      .filter(({ kind }) => kind === 'order.placed')
      .map(frameOf)
      .join(''),
  );
}

const frameOf = (row: FeedRow): string => `id: ${row.seq}\ndata: ${JSON.stringify(presentNotification(row))}\n\n`;

/** How long the browser waits before it reconnects. */
export const retryFrame = (ms: number): string => `retry: ${Math.round(ms)}\n\n`;

/** An event with another name and without an id: clients that only know new orders ignore it and resume as before. */
export const acknowledgedFrame = (seq: number): string => `event: acknowledged\ndata: ${JSON.stringify({ seq })}\n\n`;

/** Heartbeat. An event, not a comment: scripts do not see comments, and could not notice that heartbeats stopped. */
export const BEAT = Buffer.from('event: beat\ndata: {}\n\n');
