import type { PaymentSource } from './move-payment.ts';
import { paymentsOfOrder } from './payment-record.ts';
import { type Settlement, settlePayment } from './settle-payment.ts';

/**
 * Settles every payment of an order that may still bring money. One provider that cannot be asked keeps nobody from the
 * others: throws GatewayError only when none of them has paid for the order.
 */
export async function settleOrder({
  orderId,
  source,
}: {
  orderId: number;
  source: PaymentSource;
}): Promise<Settlement[]> {
  const payments = await paymentsOfOrder(orderId);
  const open = payments.filter(({ state }) => state === 'created' || state === 'failed');
  const results = await Promise.allSettled(open.map(({ id }) => settlePayment({ paymentId: id, source })));
  const settled = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && !settled.some(({ state }) => state === 'consumed')) throw failed.reason;
  return settled;
}
