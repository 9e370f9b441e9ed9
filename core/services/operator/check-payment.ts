import { payRefundsOf } from '../payments/pay-refunds.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { type PaymentTrail, readPaymentTrail } from './read-payment-trail.ts';

/**
 * Asks the provider now how a payment stands, or the refund of one; does nothing where there is nothing to learn. Answers
 * the trail as it is then. Throws not_found, and GatewayError when the provider cannot be asked.
 */
export async function checkPayment(paymentId: number): Promise<PaymentTrail> {
  const { canCheck, state } = await readPaymentTrail(paymentId);
  if (canCheck && state === 'refund_due') await payRefundsOf(paymentId);
  else if (canCheck) await settlePayment({ paymentId, source: 'operator' });
  return readPaymentTrail(paymentId);
}
