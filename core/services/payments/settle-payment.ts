import type { PaymentState } from '@haat/contract/rules/payment';
import { inTransaction } from '../../db/transaction.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { askProvider } from './ask-provider.ts';
import type { PaymentSource } from './move-payment.ts';
import { findPayment, type PaymentName, type PaymentRecord } from './payment-record.ts';
import { recordTruth } from './record-truth.ts';

/** `chargeId`: the provider's name of the money, where somebody has named it. */
export type Settling = PaymentName & { source: PaymentSource; chargeId?: string | undefined };

/** How a payment stands after it was looked at, and the order it is for. */
export type Settlement = { paymentId: number; state: PaymentState; orderId?: number; orderNumber?: string };

/**
 * Brings a payment, and its order, to where the provider says that its money is. The browser, the provider's webhooks, the
 * sweeper and the order's own request all end here, in any order and any number of times, from any process: one order, one
 * announcement. Money that no order takes goes back. Throws not_found, and GatewayError when the provider cannot be asked;
 * nothing has changed then. Spec section 4.
 */
export async function settlePayment({ source, chargeId, ...name }: Settling): Promise<Settlement> {
  const payment = await findPayment(name);
  if (isSettled(payment, chargeId) || !wasOpened(payment)) return settlementOf(payment);

  const truth = await askProvider(payment);
  const announced = await inTransaction((client) => recordTruth(client, { payment, truth, source }));
  for (const entry of announced) dispatchSoon(entry);
  return settlementOf(await findPayment({ paymentId: payment.id }));
}

/** Nothing can change any more, unless there is money that we have not heard of. */
const isSettled = ({ state, providerPaymentId }: PaymentRecord, chargeId = providerPaymentId): boolean =>
  state !== 'created' && state !== 'failed' && chargeId === providerPaymentId;

// Nobody can have paid what the provider has never shown to anybody.
const wasOpened = (payment: PaymentRecord): payment is PaymentRecord & { providerOrderId: string } =>
  payment.providerOrderId !== null;

function settlementOf({ id, state, orderId, orderNumber }: PaymentRecord): Settlement {
  return { paymentId: id, state, ...(orderId !== null && orderNumber !== null && { orderId, orderNumber }) };
}
