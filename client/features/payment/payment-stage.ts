import type { OrderPaymentView } from '@haat/contract/api/payments.schema';

/**
 * How an order that is paid online stands, for its customer. `unknown`: nobody has said yet; `late`: its goods are held no
 * more, and the money may still come.
 */
export type PaymentStage = 'unknown' | 'waiting' | 'late' | 'paid' | 'expired' | 'returned';

type Known = Pick<OrderPaymentView, 'payment_status' | 'can_retry' | 'refund'>;

/** By what the server says of it, and by nothing else. */
export function paymentStage(payment: Known | undefined): PaymentStage {
  if (!payment) return 'unknown';
  const { payment_status: status, can_retry: canRetry, refund } = payment;
  if (status === 'awaiting') return canRetry ? 'waiting' : 'late';
  // What came twice for an order that is paid goes back beside it.
  if (status === 'due' || status === 'collected' || status === 'paid') return 'paid';
  return refund || status !== 'expired' ? 'returned' : 'expired';
}
