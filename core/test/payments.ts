import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/start-sandbox.ts';
import { setPaymentGateways } from '../gateways/payments/gateways.ts';
import { razorpayGateway } from '../gateways/payments/razorpay-gateway.ts';
import { stripeGateway } from '../gateways/payments/stripe-gateway.ts';

/** Providers that are slower than this are away. */
const PATIENCE_MS = 700;

/** Both providers on this machine, and the gateways of this process that lead there. Webhooks go nowhere until told. */
export async function startPayments(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  const { razorpay, stripe } = sandbox;
  setPaymentGateways({
    razorpay: razorpayGateway({
      ...razorpay,
      apiUrl: razorpay.url,
      checkoutUrl: '/dev/pay/checkout.js',
      timeoutMs: PATIENCE_MS,
    }),
    stripe: stripeGateway({ ...stripe, apiUrl: stripe.url, timeoutMs: PATIENCE_MS }),
  });
  return sandbox;
}
