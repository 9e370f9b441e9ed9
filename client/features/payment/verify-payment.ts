import type { VerifiedPaymentView } from '@haat/contract/api/payments.schema';
import type { ProviderReply } from '@haat/machines/payment/payment-order';
import { callApi } from '../../lib/api.ts';

/** Has the server look whether the payment was made. Spec section 7. */
export async function verifyPayment(reply: ProviderReply): Promise<void> {
  await callApi<VerifiedPaymentView>('/api/razorpay/verify-payment', {
    method: 'POST',
    body: reply,
    like: { success: true },
  });
}
