import type { World } from '../world/world.ts';
import { chargeObject, intentObject, refundObject, sessionObject } from './stripe-objects.ts';
import type { StripeIntent, StripeRefund, StripeSession } from './stripe-records.ts';

const API_VERSION = '2026-10-28.endive';

function announce(world: World, type: string, object: Record<string, unknown>): void {
  const id = world.newId('evt_');
  const event = { id, object: 'event', api_version: API_VERSION, created: world.seconds(), data: { object } };
  const body = JSON.stringify({ ...event, livemode: false, pending_webhooks: 1, request: null, type }, null, 2);
  world.webhooks.announce({ id, provider: 'stripe', type, about: String(object.id), body });
}

export type SessionEvent = 'completed' | 'async_payment_succeeded' | 'async_payment_failed' | 'expired';

export function announceSession(world: World, what: SessionEvent, session: StripeSession): void {
  announce(world, `checkout.session.${what}`, sessionObject(session));
}

export function announceIntent(world: World, what: 'succeeded' | 'payment_failed', intent: StripeIntent): void {
  announce(world, `payment_intent.${what}`, intentObject(intent));
}

/** A refund that began or changed; the charge says how much of it went back altogether. */
export function announceRefund(world: World, what: 'created' | 'updated' | 'failed', refund: StripeRefund): void {
  const intent = world.state.stripe.intents[refund.intentId];
  if (!intent) return;
  announce(world, `refund.${what}`, refundObject(refund, intent));
  if (what === 'created') announce(world, 'charge.refunded', chargeObject(intent, refundedOf(world, intent.id)));
}

/** How much of a payment was given back or is on its way. */
export function refundedOf(world: World, intentId: string): number {
  return Object.values(world.state.stripe.refunds)
    .filter((refund) => refund.intentId === intentId && refund.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}
