import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { TextId } from './use-text.ts';

const TEXTS: Record<OrderStatus, TextId> = {
  Pending: 'status.pending',
  Accepted: 'status.accepted',
  Ready: 'status.ready',
  'In Transit': 'status.inTransit',
  Delivered: 'status.delivered',
  Declined: 'status.declined',
  Cancelled: 'status.cancelled',
  Expired: 'status.expired',
  Returned: 'status.returned',
};

/** The texts for customers: they could take `Pending` for a pending payment. */
const CUSTOMER_TEXTS: Record<OrderStatus, TextId> = { ...TEXTS, Pending: 'status.waiting' };

/** The texts for customers who pick up their order. */
const TAKEAWAY_TEXTS: Record<OrderStatus, TextId> = {
  ...CUSTOMER_TEXTS,
  Delivered: 'status.pickedUp',
};

/** Which text names the status; English reads as `orderStatusLabel` of the contract. */
export function orderStatusTextId(status: OrderStatus): TextId {
  return TEXTS[status];
}

/** Which text names the status of an order to its shop and the operator: a takeaway was picked up, not delivered. */
export function shopStatusTextId(status: OrderStatus, { takeaway }: { takeaway: boolean }): TextId {
  return takeaway && status === 'Delivered' ? 'status.pickedUp' : TEXTS[status];
}

/** Which text names the status to the customer of the order. */
export function customerStatusTextId(status: OrderStatus, { takeaway }: { takeaway: boolean }): TextId {
  return (takeaway ? TAKEAWAY_TEXTS : CUSTOMER_TEXTS)[status];
}

/** Which text names a step on the way of the order, which stays when the next ones are reached. */
export function stepTextId(status: OrderStatus, order: { takeaway: boolean }): TextId {
  return status === 'Pending' ? 'status.placed' : customerStatusTextId(status, order);
}
