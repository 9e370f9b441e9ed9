import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderFacts } from '@haat/machines/orders/order.machine';

/** What the order machine asks of an order. Orders that an earlier version has stored on this device lack the request. */
export function orderFacts({ order_status: status, takeaway, cancel_until, cancellation }: OrderView): OrderFacts {
  const graceEndsAt = cancel_until === null ? undefined : Date.parse(cancel_until);
  return { status, takeaway, graceEndsAt, cancellation: cancellation?.state };
}
