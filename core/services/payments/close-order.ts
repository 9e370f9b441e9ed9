import { gatewayOf } from './ask-provider.ts';
import type { PaymentSource } from './move-payment.ts';
import { paymentsOfOrder } from './payment-record.ts';
import { settleOrder } from './settle-order.ts';

/**
 * Lets nobody pay for an order any more, and settles what was paid before. The provider is told first and asked then: what
 * was paid in between is there to be seen. Throws GatewayError when a provider cannot be asked.
 */
export async function closeOrder({ orderId, source }: { orderId: number; source: PaymentSource }): Promise<void> {
  const payments = await paymentsOfOrder(orderId);
  const open = payments.flatMap(({ state, provider, providerOrderId }) =>
    state === 'created' && providerOrderId !== null ? [{ provider, providerOrderId }] : [],
  );
  await Promise.all(open.map(({ provider, providerOrderId }) => gatewayOf(provider).close(providerOrderId)));
  await settleOrder({ orderId, source });
}
