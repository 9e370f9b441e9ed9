import { createHmac } from 'node:crypto';
import type { Keys } from '../world/world.ts';
import type { WebhookEvent } from './webhook-event.ts';

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** What Stripe sends beside the body: the time of this delivery and the body are signed together. */
export function stripeSignature(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`)}`;
}

/** What Razorpay's checkout hands to the page after a payment. */
export function razorpayPaymentSignature(keySecret: string, orderId: string, paymentId: string): string {
  return hmac(keySecret, `${orderId}|${paymentId}`);
}

/** The headers of one delivery, signed as its provider signs. */
export function signedHeaders(keys: Keys, event: WebhookEvent, seconds: number): Record<string, string> {
  const type = { 'content-type': 'application/json' };
  if (event.provider === 'stripe')
    return { ...type, 'stripe-signature': stripeSignature(keys.stripeWebhookSecret, event.body, seconds) };
  const signature = hmac(keys.razorpayWebhookSecret, event.body);
  return { ...type, 'x-razorpay-signature': signature, 'x-razorpay-event-id': event.id };
}
