import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderFacts } from '@haat/machines/orders/order.machine';

/** The facts about an order for the order machine. Orders that an earlier version stored on this device lack the request. */
export function orderFacts({ order_status: status, takeaway, cancel_until, cancellation }: OrderView): OrderFacts {
  const graceEndsAt = cancel_until === null ? undefined : Date.parse(cancel_until);
  return { status, takeaway, graceEndsAt, cancellation: cancellation?.state };
}
