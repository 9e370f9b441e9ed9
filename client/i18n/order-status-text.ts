import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { TextId } from './use-text.ts';

const TEXTS: Record<OrderStatus, TextId> = {
  Pending: 'status.pending',
  Accepted: 'status.accepted',
  'In Transit': 'status.inTransit',
  Delivered: 'status.delivered',
};

/** Which text names the status; English reads as `orderStatusLabel` of the contract. */
export function orderStatusTextId(status: OrderStatus): TextId {
  return TEXTS[status];
}
