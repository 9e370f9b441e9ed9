import type { Outcome } from '../world/outcome.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { findSession } from './checkout-sessions.ts';
import { announceIntent, announceSession } from './stripe-events.ts';
import type { StripeIntent, StripeSession } from './stripe-records.ts';

/** What the customer did on the page of a session. A session that is paid, or over, cannot be paid (again). */
export function actOnSession(world: World, id: string, outcome: Outcome): StripeSession {
  const session = findSession(world, id);
  if (outcome === 'cancel') return session;
  if (session.status !== 'open') throw new Refusal(`This Checkout Session is ${session.status}.`);
  if (outcome === 'decline') {
    announceIntent(world, 'payment_failed', newIntent(world, session, 'requires_payment_method'));
    return session;
  }
  const isLate = outcome === 'late' || outcome === 'late-decline';
  const intent = newIntent(world, session, isLate ? 'processing' : 'succeeded');
  if (isLate) intent.later = { at: world.now() + world.conditions.lateMs, isPaid: outcome === 'late' };
  world.state.stripe.intents[intent.id] = intent;
  session.intentId = intent.id;
  session.status = 'complete';
  if (!isLate) session.paymentStatus = 'paid';
  if (!isLate) announceIntent(world, 'succeeded', intent);
  announceSession(world, 'completed', session);
  return session;
}

function newIntent(world: World, session: StripeSession, status: StripeIntent['status']): StripeIntent {
  return {
    id: world.newId('pi_'),
    chargeId: world.newId('ch_'),
    sessionId: session.id,
    created: world.seconds(),
    amount: session.amount,
    currency: session.currency,
    status,
    metadata: session.intentMetadata,
    later: null,
  };
}

/** The bank has decided about a payment that it had kept waiting. */
export function endLateIntent(world: World, intent: StripeIntent): void {
  const session = world.state.stripe.sessions[intent.sessionId];
  if (!intent.later || intent.later.at > world.now() || !session) return;
  const { isPaid } = intent.later;
  intent.later = null;
  intent.status = isPaid ? 'succeeded' : 'requires_payment_method';
  if (isPaid) session.paymentStatus = 'paid';
  announceIntent(world, isPaid ? 'succeeded' : 'payment_failed', intent);
  announceSession(world, isPaid ? 'async_payment_succeeded' : 'async_payment_failed', session);
}
