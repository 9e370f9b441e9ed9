import Razorpay from 'razorpay';
import { Stripe } from 'stripe';
import type { Sandbox } from '../start-sandbox.ts';

/** The official client, set on our server. */
export function stripeClient({ stripe: { url, secretKey } }: Sandbox, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/** The official client, set on our server: it has no setting for that, but its HTTP client is in reach. */
export function razorpayClient({ razorpay: { url, keyId, keySecret } }: Sandbox): Razorpay {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { rq } = (client as unknown as { api: { rq: { defaults: { baseURL: string; timeout: number } } } }).api;
  Object.assign(rq.defaults, { baseURL: url, timeout: 2_000 });
  return client;
}

export const A_CART = {
  mode: 'payment',
  success_url: 'http://localhost:8080/#/shop/order-summary?success=true',
  cancel_url: 'http://localhost:8080/#/shop/order-summary?canceled=true',
  client_reference_id: '17',
  metadata: { order: '17' },
  line_items: [
    { quantity: 2, price_data: { currency: 'inr', unit_amount: 12_550, product_data: { name: 'Basmati rice' } } },
    { quantity: 1, price_data: { currency: 'inr', unit_amount: 4_000, product_data: { name: 'Curd & milk' } } },
  ],
} satisfies Stripe.Checkout.SessionCreateParams;

export const A_CART_PAISE = 29_100;
