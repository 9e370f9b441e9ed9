import type { OrderActor, OrderReason } from '@haat/contract/orders/order-reasons';
import { DECLINE_REASONS, SHOP_REASONS } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { isFinalStatus, type OrderFacts } from './order.machine.ts';

/** `asksCode`: whether the shop asks for the pickup code of such an order. */
type HandedOver = Pick<OrderFacts, 'status'> & { asksCode: boolean };

/** Whether the actor needs the customer's code to give the order the status `to`. */
export const needsPickupCode = ({ asksCode }: HandedOver, to: OrderStatus | undefined, by: OrderActor): boolean =>
  asksCode && to === 'Delivered' && by === 'shop';

/** Whether the customer is shown the code of the order: from its acceptance until the handover. */
export const showsPickupCode = ({ status, asksCode }: HandedOver): boolean =>
  asksCode && status !== 'Pending' && !isFinalStatus(status);

/** `holdUntil`: until when a takeaway that is ready is kept for its customer, in ms since 1970; missing for other orders. */
type Held = { holdUntil?: number | undefined };

/** Whether an order can be cancelled because it was not collected. */
export const isUncollected = ({ holdUntil }: Held, at: number): boolean => holdUntil !== undefined && at >= holdUntil;

/** Why its shop can cancel an order at that time. */
export const shopCancelReasons = (order: Held, at: number): readonly OrderReason[] =>
  isUncollected(order, at) ? SHOP_REASONS : DECLINE_REASONS;
