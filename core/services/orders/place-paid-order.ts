import { PAYMENT_FAILED, PAYMENT_OVER } from '@haat/contract/rules/payment';
import { DomainError } from '../../errors.ts';
import { settleOrder } from '../payments/settle-order.ts';
import { findUnusedPayment } from '../payments/find-unused-payment.ts';
import { findEarlierOrder, findSameCartOnline, type StoredOrder } from './find-earlier-order.ts';
import { findObstacle } from './find-obstacle.ts';
import { storeOrder } from './store-order.ts';
import type { WantedOrder } from './wanted-order.ts';

/**
 * The order of a cart that is paid online: the one that was stored as its payment began, once the money is there, or a new
 * one that takes money of the customer which no order has used. Throws like `placeOrder`; payment_unverified while there is
 * no money. Spec section 4.
 */
export async function placePaidOrder(wanted: WantedOrder): Promise<StoredOrder> {
  const earlier = await findEarlierOrder(wanted);
  if (earlier) return onlyPaid(earlier, wanted);

  const paymentId = await findUnusedPayment(wanted);
  const placed = paymentId === undefined ? undefined : await storeOrder({ wanted, money: 'paid', paymentId });
  if (placed) return onlyPaid(placed, wanted);

  // The same request may have taken the money since we looked for its order.
  const same = (await findEarlierOrder(wanted)) ?? (wanted.hasOwnKey ? undefined : await findSameCartOnline(wanted));
  if (same) return onlyPaid(same, wanted);
  throw (await findObstacle(wanted)) ?? new DomainError('payment_unverified', PAYMENT_FAILED);
}

async function onlyPaid(order: StoredOrder, wanted: WantedOrder): Promise<StoredOrder> {
  if (order.paymentStatus === 'paid') return order;
  if (order.paymentStatus !== 'awaiting') throw new DomainError('payment_unverified', PAYMENT_OVER);
  await settleOrder({ orderId: order.id, source: 'order' });
  const now = wanted.hasOwnKey ? await findEarlierOrder(wanted) : await findSameCartOnline(wanted);
  if (now?.paymentStatus === 'paid') return now;
  throw new DomainError('payment_unverified', PAYMENT_FAILED);
}
