import { PAYMENT_PROVIDERS, type PaymentProvider } from '@haat/contract/rules/payment';
import { type Env, env } from '../../env.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { razorpayGateway } from './razorpay-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

export type PaymentGateways = Partial<Record<PaymentProvider, PaymentGateway>>;

let current: PaymentGateways | undefined;

/** The providers whose keys this process has. Throws when a library is not as we know it. */
export function paymentGateways(): PaymentGateways {
  return (current ??= gatewaysOf(env));
}

/** The provider's gateway; undefined when this process has no keys of it. */
export const paymentGateway = (provider: PaymentProvider): PaymentGateway | undefined => paymentGateways()[provider];

/** Who can be paid through, in the order in which they are offered. */
export function offeredProviders(): PaymentProvider[] {
  return PAYMENT_PROVIDERS.filter((provider) => paymentGateway(provider) !== undefined);
}

/** Replaces the gateways of this process, as when the port of a local provider is known only now. */
export function setPaymentGateways(gateways: PaymentGateways): void {
  current = gateways;
}

function gatewaysOf(from: Env): PaymentGateways {
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
