import { PAYMENT_NOT_OFFERED, PAYMENT_PROVIDERS, type PaymentProvider } from '@haat/contract/payments/payment';
import { type Env, env } from '../../ops/env.ts';
import { DomainError, GatewayError } from '../../errors.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { razorpayGateway } from './razorpay-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

export type PaymentGateways = Partial<Record<PaymentProvider, PaymentGateway>>;

let current: PaymentGateways | undefined;

/** The providers that this process has keys for. */
export function paymentGateways(): PaymentGateways {
  return (current ??= createGateways(env));
}

/** The provider's gateway; undefined when this process has no keys for it. */
export const paymentGateway = (provider: PaymentProvider): PaymentGateway | undefined => paymentGateways()[provider];

/** The gateway of an existing payment's provider. Throws GatewayError when this process has no keys for it. */
export function requireGateway(provider: PaymentProvider): PaymentGateway {
  const gateway = paymentGateway(provider);
  if (!gateway) throw new GatewayError(provider, new Error('No keys are configured'));
  return gateway;
}

/** The gateway of a provider that a customer has chosen. Throws unavailable when it is not offered. */
export function requireOfferedGateway(provider: PaymentProvider): PaymentGateway {
  const gateway = paymentGateway(provider);
  if (!gateway) throw new DomainError('unavailable', PAYMENT_NOT_OFFERED);
  return gateway;
}

/** The providers that customers can choose, in the order in which they are offered. */
export function offeredProviders(): PaymentProvider[] {
  return PAYMENT_PROVIDERS.filter((provider) => paymentGateway(provider) !== undefined);
}

/** Replaces the gateways of this process, for instance when the port of a local provider becomes known. */
export function setPaymentGateways(gateways: PaymentGateways): void {
  current = gateways;
}

function createGateways(from: Env): PaymentGateways {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, STRIPE_SECRET_KEY: secretKey } = from;
  return {
    ...(keyId &&
      keySecret && {
        razorpay: razorpayGateway({
          keyId,
          keySecret,
          webhookSecret: from.RAZORPAY_WEBHOOK_SECRET,
          apiUrl: from.RAZORPAY_API_URL,
          checkoutUrl: from.RAZORPAY_CHECKOUT_URL,
        }),
      }),
    ...(secretKey && {
      stripe: stripeGateway({ secretKey, webhookSecret: from.STRIPE_WEBHOOK_SECRET, apiUrl: from.STRIPE_API_URL }),
    }),
  };
}
