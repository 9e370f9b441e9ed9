import { PAYMENT_FAILED, PAYMENT_NOT_THERE, PAYMENT_RETURNED } from '@haat/contract/rules/payment';
import { DomainError } from '../../errors.ts';
import { findPayment, type PaymentRecord } from './payment-record.ts';
import { type Settlement, settlePayment } from './settle-payment.ts';
import { offeredGateway } from './offered-gateway.ts';

type Verifying = { userId: number; providerOrderId: string; providerPaymentId: string; signature: string };

/**
 * Confirms a payment with what Razorpay's checkout handed to the page, and settles it. The same proof may be given again.
 * Throws not_found for payments of others; payment_unverified for a proof that is none and for money that goes back;
 * unavailable while the money has not arrived. Spec section 4.
 */
export async function verifyPayment({ userId, ...proof }: Verifying): Promise<Settlement> {
  const payment = await findPayment({ provider: 'razorpay', providerOrderId: proof.providerOrderId });
  if (payment.userId !== userId) throw new DomainError('not_found', 'Payment not found');
  if (!isProof(payment, proof)) throw new DomainError('payment_unverified', PAYMENT_FAILED);

  const chargeId = proof.providerPaymentId;
  const settlement = await settlePayment({ paymentId: payment.id, source: 'verify', chargeId });
  if (settlement.state === 'consumed' || settlement.state === 'paid') return settlement;
  if (settlement.state === 'refund_due' || settlement.state === 'refunded') {
    throw new DomainError('payment_unverified', PAYMENT_RETURNED);
  }
  throw new DomainError('unavailable', PAYMENT_NOT_THERE, { retry_after: 2 });
}

/** Over the id that we stored, never over the one that was sent. */
function isProof({ providerOrderId }: PaymentRecord, proof: Omit<Verifying, 'userId'>): boolean {
  const isSigned = offeredGateway('razorpay').isProof;
  return isSigned?.({ ...proof, providerOrderId: providerOrderId ?? '' }) ?? false;
}
