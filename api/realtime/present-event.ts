import type { NotificationView } from '@haat/contract/api/notifications.schema';
import type { OrderRefundEvent, OrderStatusEvent } from '@haat/contract/events/socket-events';
import { toRupees } from '@haat/contract/rules/rupees';
import type { FeedRow } from '@haat/core/services/notifications/feed-row';

/** A notification as the spec's feed and stream show it. Spec section 3. */
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

/** A step of an order; undefined for a row that is none. */
export function presentStep({
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

/** Money that goes back for an order; undefined for a row that is about something else. */
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
