import { PAYMENT_FAILED, PAYMENT_NOT_RECEIVED, PAYMENT_REFUNDED } from '@haat/contract/payments/payment';
import { DomainError } from '../errors.ts';
import { requireOfferedGateway } from '../gateways/payments/gateways.ts';
import { findPayment, type PaymentRecord } from './payment-record.ts';
import { type Settlement, settlePayment } from './settle-payment.ts';

type Proof = { providerOrderId: string; providerPaymentId: string; signature: string };

/**
 * Confirms a payment by the proof that Razorpay's checkout hands to the page, and settles it. The same proof may be sent
 * again. Throws not_found for payments of others; payment_unverified for an invalid proof and for money that is refunded;
 * unavailable while the money has not arrived.
 */
export async function verifyPayment({ userId, ...proof }: Proof & { userId: number }): Promise<Settlement> {
  const payment = await findPayment({ provider: 'razorpay', providerOrderId: proof.providerOrderId });
  if (payment.userId !== userId) throw new DomainError('not_found', 'Payment not found');
  if (!isValidProof(payment, proof)) throw new DomainError('payment_unverified', PAYMENT_FAILED);

  const chargeId = proof.providerPaymentId;
  const settlement = await settlePayment({ paymentId: payment.id, source: 'verify', chargeId });
  if (settlement.state === 'consumed' || settlement.state === 'paid') return settlement;
  if (settlement.state === 'refund_due' || settlement.state === 'refunded') {
    throw new DomainError('payment_unverified', PAYMENT_REFUNDED);
  }
  throw new DomainError('unavailable', PAYMENT_NOT_RECEIVED, { retry_after: 2 });
}

/** Checked over the id that we stored, never over the one that was sent. */
function isValidProof({ providerOrderId }: PaymentRecord, proof: Proof): boolean {
  const gateway = requireOfferedGateway('razorpay');
  return gateway.isValidProof?.({ ...proof, providerOrderId: providerOrderId ?? '' }) ?? false;
}
