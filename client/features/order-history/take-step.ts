import type { OrderView } from '@haat/contract/api/orders.schema';
import type { OrderStatusEvent } from '@haat/contract/events/socket-events';
import { ORDER_STATUSES } from '@haat/contract/rules/order-status';

type Step = Pick<OrderStatusEvent, 'order_id' | 'status' | 'at'>;

/** The order after a step that was told; what is older than what it has already changes nothing. */
export function takeStep(order: OrderView, { order_id, status, at }: Step): OrderView {
  const isNews = ORDER_STATUSES.indexOf(status) > ORDER_STATUSES.indexOf(order.order_status);
  if (order.id !== order_id || !isNews) return order;
  return { ...order, order_status: status, steps: [...order.steps, { status, at }] };
}
