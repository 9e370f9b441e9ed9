import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { isEndedEarly } from './order.machine.ts';

/** Whether an order is a sale, with an invoice and a receipt: it is paid or due, and did not end before its delivery. */
export const isSale = (status: OrderStatus, paymentStatus: PaymentStatus): boolean =>
  !isEndedEarly(status) && paymentStatus !== 'awaiting' && paymentStatus !== 'expired';
