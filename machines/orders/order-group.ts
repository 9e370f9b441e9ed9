import { COMPLETED, ENDING_PAYMENTS, type OrderGroup } from '@haat/contract/orders/order-list';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { isEndedEarly } from './order.machine.ts';

type Order = { order_status: OrderStatus; payment_status: PaymentStatus };

/** The group of an order. Orders that await payment, or have a newer server's status that is unknown here, are running. */
export function orderGroup({ order_status, payment_status }: Order): OrderGroup {
  if (order_status === COMPLETED) return 'delivered';
  const isEnded = isEndedEarly(order_status) || ENDING_PAYMENTS.some((payment) => payment === payment_status);
  return isEnded ? 'not_completed' : 'running';
}
