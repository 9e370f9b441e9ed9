import { afterEach, expect, it } from 'vitest';
import { offeredProviders, paymentGateway, setPaymentGateways } from './gateways.ts';
import { razorpayGateway } from './razorpay-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

const razorpay = razorpayGateway({ keyId: 'rzp_test_k', keySecret: 'k', checkoutUrl: '/checkout.js' });
const stripe = stripeGateway({ secretKey: 'sk_test_k' });
afterEach(() => setPaymentGateways({}));

it('offers no provider without keys', () => {
  expect([offeredProviders(), paymentGateway('stripe')]).toEqual([[], undefined]);
});

it('offers Razorpay, with UPI, first', () => {
  setPaymentGateways({ stripe, razorpay });
  expect(offeredProviders()).toEqual(['razorpay', 'stripe']);
});

it('reads webhooks only with a secret', () => {
  const request = { raw: Buffer.from('{}'), header: () => '' };
  expect([razorpay.readsWebhooks, razorpay.readWebhook(request)]).toEqual([false, undefined]);
  expect([stripe.readsWebhooks, stripe.readWebhook(request)]).toEqual([false, undefined]);
});
