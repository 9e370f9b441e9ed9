import { startSandbox, type Sandbox, type SandboxOptions } from '../../tests/fixtures/payments/start-sandbox.ts';
import { setPaymentGateways } from '../gateways/payments/gateways.ts';
import { razorpayGateway } from '../gateways/payments/razorpay-gateway.ts';
import { stripeGateway } from '../gateways/payments/stripe-gateway.ts';

/** Slower providers count as down. */
const TIMEOUT_MS = 700;

/** Starts both sandbox providers and points the gateways of this process to them. Webhooks need an address first. */
export async function startPayments(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  const { razorpay, stripe } = sandbox;
  setPaymentGateways({
    razorpay: razorpayGateway({
      ...razorpay,
      apiUrl: razorpay.url,
      checkoutUrl: '/dev/pay/checkout.js',
      timeoutMs: TIMEOUT_MS,
    }),
    stripe: stripeGateway({ ...stripe, apiUrl: stripe.url, timeoutMs: TIMEOUT_MS }),
  });
  return sandbox;
}
