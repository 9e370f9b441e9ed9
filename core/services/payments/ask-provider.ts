import { paymentGateway } from '../../gateways/payments/gateways.ts';
import type { Charge, PaymentGateway, Truth } from '../../gateways/payments/payment-gateway.ts';
import { GatewayError } from '../../errors.ts';
import type { PaymentRecord } from './payment-record.ts';

export const CURRENCY = 'INR';

/** The gateway of a payment's provider. Throws GatewayError when this process has no keys of it. */
export function gatewayOf(provider: PaymentRecord['provider']): PaymentGateway {
  const gateway = paymentGateway(provider);
  if (!gateway) throw new GatewayError(provider, new Error('There are no keys of it'));
  return gateway;
}

/** Whether that money is what was asked for. */
export const isWhatWasAsked = (charge: Charge, { amountPaise }: Pick<PaymentRecord, 'amountPaise'>): boolean =>
  charge.amountPaise === amountPaise && charge.currency === CURRENCY;

/**
 * What the provider knows of a payment now. Money that is only authorised is taken first, if it is what was asked for and
 * no other has come: left alone, it would go back to the customer after some days. Rejects with ProviderError.
 */
export async function askProvider(payment: PaymentRecord & { providerOrderId: string }): Promise<Truth> {
  const gateway = gatewayOf(payment.provider);
  const truth = await gateway.look(payment.providerOrderId);
  if (truth.charges.some(({ state }) => state === 'captured')) return truth;
  const promised = truth.charges.find((charge) => isWhatWasAsked(charge, payment));
  if (!promised) return truth;
  const taken = await gateway.capture(promised);
  return { ...truth, charges: truth.charges.map((charge) => (charge.id === taken.id ? taken : charge)) };
}
