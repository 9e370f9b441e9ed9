import type { TextId } from '../../../i18n/use-text.ts';
import type { PaymentStage } from '../../../shared/orders/order-payment.ts';

/** What every screen calls the state of an online payment. */
export const PAYMENT_WORDS: Record<Exclude<PaymentStage, 'unknown'>, TextId> = {
  waiting: 'status.payment.waiting',
  late: 'status.payment.late',
  paid: 'status.payment.paid',
  expired: 'status.payment.expired',
  returned: 'status.payment.returned',
};
