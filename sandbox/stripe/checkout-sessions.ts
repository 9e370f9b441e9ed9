import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { readSessionParams } from './session-params.ts';
import { announceSession } from './stripe-events.ts';
import type { StripeSession } from './stripe-records.ts';

const HALF_AN_HOUR = 1_800;
const DAY = 86_400;
const LEAST_AMOUNT = 50;
const MOST_AMOUNT = 99_999_999;

export function createSession(world: World, form: unknown): StripeSession {
  const params = readSessionParams(form);
  const lines = params.line_items.map(({ quantity, price_data: price }) => ({
    name: price.product_data.name,
    quantity,
    unitAmount: price.unit_amount,
  }));
  const id = world.newId('cs_test_');
  const session: StripeSession = {
    id,
    created: world.seconds(),
    expiresAt: endOf(world, params.expires_at),
    status: 'open',
    paymentStatus: 'unpaid',
    currency: oneCurrency(params.line_items.map(({ price_data: price }) => price.currency)),
    lines,
    amount: payable(lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)),
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customerEmail: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: params.metadata,
    intentMetadata: params.payment_intent_data?.metadata ?? {},
    intentId: null,
    url: `${world.pagesUrl}/dev/pay/stripe/${id}`,
  };
  world.state.stripe.sessions[id] = session;
  return session;
}

function endOf(world: World, wanted: number | undefined): number {
  const now = world.seconds();
  if (wanted === undefined) return now + DAY;
  // A few seconds less are allowed: the caller reckoned before the call travelled.
  if (wanted < now + HALF_AN_HOUR - 10 || wanted > now + DAY)
    throw new Refusal(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  return wanted;
}

function oneCurrency(currencies: string[]): string {
  const [first = ''] = currencies;
  if (currencies.some((currency) => currency !== first))
    throw new Refusal('All line items must have the same currency.', { param: 'line_items' });
  return first;
}

function payable(amount: number): number {
  if (amount < LEAST_AMOUNT)
    throw new Refusal('The Checkout Session total amount due is too small.', { code: 'amount_too_small' });
  if (amount > MOST_AMOUNT)
    throw new Refusal('The Checkout Session total amount due is too large.', { code: 'amount_too_large' });
  return amount;
}

/** The session, expired if its time is over. */
export function findSession(world: World, id: string): StripeSession {
  const session = world.state.stripe.sessions[id];
  if (!session)
    throw new Refusal(`No such checkout.session: '${id}'`, { status: 404, code: 'resource_missing', param: 'session' });
  expireWhenOver(world, session);
  return session;
}

export function expireWhenOver(world: World, session: StripeSession): void {
  if (session.status === 'open' && session.expiresAt <= world.seconds()) expire(world, session);
}

/** Ends an open session, so that nobody can pay it any more. */
export function expireSession(world: World, id: string): StripeSession {
  const session = findSession(world, id);
  if (session.status !== 'open')
    throw new Refusal(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  expire(world, session);
  return session;
}

function expire(world: World, session: StripeSession): void {
  session.status = 'expired';
  announceSession(world, 'expired', session);
}
