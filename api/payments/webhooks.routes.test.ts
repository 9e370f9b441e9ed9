import { database } from '@haat/core/db/database';
import { setPaymentGateways } from '@haat/core/gateways/payments/gateways';
import { stripeGateway } from '@haat/core/gateways/payments/stripe-gateway';
import { brokenInvariants } from '@haat/core/test/invariants';
import { startPayments } from '@haat/core/test/payments';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import { createPayer, outcomeOf, newKey, onlineBody, paymentsOf, start } from '../test/payment-helpers.ts';
import { eventsAbout } from '../test/provider-events.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments({ conditions: { webhooksHeld: true } });
  sandbox.sendWebhooksTo(api.url);
});
afterAll(() => sandbox.stop());

const PROVIDERS = ['razorpay', 'stripe'] as const;
type Provider = (typeof PROVIDERS)[number];
const AWAITING = { paymentStatus: 'awaiting', notifications: 0, outbox: 0 };
const PAID = { paymentStatus: 'paid', notifications: 1, outbox: 1 };

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const now = () => Math.floor(Date.now() / 1_000);

/** The headers that a provider would send with this text, except for the given differences. */
function signed(provider: Provider, text: string, but: { secret?: string; at?: number } = {}): Record<string, string> {
  const { secret = sandbox[provider].webhookSecret, at = now() } = but;
  return provider === 'stripe'
    ? { 'stripe-signature': `t=${at},v1=${hmac(secret, `${at}.${text}`)}` }
    : { 'x-razorpay-signature': hmac(secret, text), 'x-razorpay-event-id': 'evt_of_a_test' };
}

async function post(provider: Provider, text: string, headers: Record<string, string>) {
  const response = await fetch(`${api.url}/api/webhooks/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function payThrough(provider: Provider) {
  const payer = await createPayer(api);
  const { body } = await start(payer.calls, provider, { order: onlineBody(payer.variant), key: newKey() });
  await sandbox.pay(body.id, 'close');
  const events = eventsAbout(sandbox, body.id);
  const texts = events.map((id) => sandbox.providers.state.events.find((event) => event.id === id)?.body ?? '');
  return { ...payer, id: body.id as string, orderId: body.orderId as number, events, text: texts.at(-1) ?? '' };
}

const storedEvents = async () =>
  (await database().pool.query('SELECT provider, event_id FROM webhook_events')).rowCount;

describe.each(PROVIDERS)('webhooks of %s', (provider) => {
  const other = provider === 'stripe' ? 'razorpay' : 'stripe';

  it('make the order of a closed tab paid, however often they come', async () => {
    const { orderId, events } = await payThrough(provider);
    expect(await outcomeOf(orderId)).toEqual(AWAITING);
    const sent = events.flatMap((id) => [id, id, id]).toReversed();
    const answers = await Promise.all(sent.map((id) => sandbox.sendAgain(id)));
    expect(new Set(answers)).toEqual(new Set(['200']));
    expect(await outcomeOf(orderId)).toEqual(PAID);
    // Three days later.
    expect(await sandbox.sendAgain(events[0] ?? '')).toBe('200');
    expect(await outcomeOf(orderId)).toEqual(PAID);
    expect(await paymentsOf(orderId)).toEqual([{ provider, state: 'consumed', refunds: 0 }]);
  });

  const FORGED: [string, (text: string) => Record<string, string>][] = [
    ['not signed', () => ({})],
    ['signed with another secret', (text) => signed(provider, text, { secret: 'whsec_guessed' })],
    [
      'signed with the secret of the other provider',
      (text) => signed(provider, text, { secret: sandbox[other].webhookSecret }),
    ],
    ['signed for another text', (text) => signed(provider, `${text} `)],
    ['signed in the way of the other provider', (text) => signed(other, text)],
    ['signed with rubbish', () => ({ 'stripe-signature': 't=,v1=', 'x-razorpay-signature': 'zz' })],
  ];

  it.each(FORGED)('that are %s leave nothing behind', async (_, headersOf) => {
    const { orderId, text } = await payThrough(provider);
    const before = await storedEvents();
    const { status, body } = await post(provider, text, headersOf(text));
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect([await storedEvents(), await outcomeOf(orderId)]).toEqual([before, AWAITING]);
  });

  it('that were re-serialized on the way do not match their signature', async () => {
    const { orderId, text } = await payThrough(provider);
    const before = await storedEvents();
    const anew = JSON.stringify(JSON.parse(text), null, 1);
    expect((await post(provider, anew, signed(provider, text))).status).toBe(400);
    expect([await storedEvents(), await outcomeOf(orderId)]).toEqual([before, AWAITING]);
  });

  it('of more than 256 kB are not read', async () => {
    const text = JSON.stringify({ id: 'evt_large', filler: 'x'.repeat(1_000_000) });
    const before = await storedEvents();
    expect((await post(provider, text, signed(provider, text))).status).toBe(413);
    expect(await storedEvents()).toBe(before);
  });

  it('of unhandled kinds are stored and acknowledged', async () => {
    const text = JSON.stringify({
      id: `evt_x_${provider}`,
      type: 'customer.created',
      event: 'x.y',
      data: { object: {} },
    });
    expect(await post(provider, text, signed(provider, text))).toEqual({ status: 200, body: { received: true } });
  });

  it('about a payment that neither we nor the provider know are acknowledged, and marked for the operator', async () => {
    const { text, id } = await payThrough(provider);
    const strange = text.replaceAll(id, `${id}x`).replaceAll('evt_', 'evt_strange_');
    const headers = { ...signed(provider, strange), 'x-razorpay-event-id': 'evt_strange' };
    expect((await post(provider, strange, headers)).status).toBe(200);
    const { rows } = await database().pool.query(
      `SELECT processed_at IS NOT NULL AS done, attempts, error, unknown_order AS unknown FROM webhook_events
       WHERE provider = $1 AND event_id LIKE 'evt_strange%'`,
      [provider],
    );
    expect(rows).toEqual([{ done: true, attempts: 1, error: null, unknown: `${id}x` }]);
  });

  it('that cannot be checked with the provider now are processed when they come again', async () => {
    const { orderId, events } = await payThrough(provider);
    const last = events.at(-1) ?? '';
    sandbox.setConditions({ razorpayDown: true, stripeDown: true });
    expect(await sandbox.sendAgain(last)).toBe('503');
    sandbox.setConditions({ razorpayDown: false, stripeDown: false });
    expect(await outcomeOf(orderId)).toEqual(AWAITING);
    expect(await sandbox.sendAgain(last)).toBe('200');
    expect(await outcomeOf(orderId)).toEqual(PAID);
  });
});

it('Stripe’s that were signed more than five minutes ago are refused', async () => {
  const { text, orderId } = await payThrough('stripe');
  expect((await post('stripe', text, signed('stripe', text, { at: now() - 310 }))).status).toBe(400);
  expect(await outcomeOf(orderId)).toEqual(AWAITING);
  expect((await post('stripe', text, signed('stripe', text, { at: now() - 290 }))).status).toBe(200);
});

it('Razorpay’s without an id are identified by their content', async () => {
  const { text, orderId } = await payThrough('razorpay');
  const headers = { 'x-razorpay-signature': hmac(sandbox.razorpay.webhookSecret, text) };
  const before = await storedEvents();
  for (let time = 0; time < 3; time += 1) expect((await post('razorpay', text, headers)).status).toBe(200);
  expect([await storedEvents(), await outcomeOf(orderId)]).toEqual([(before ?? 0) + 1, PAID]);
});

it('a late authorisation makes the order paid while its stock is reserved', async () => {
  const { calls, variant } = await createPayer(api);
  const { body } = await start(calls, 'razorpay', { order: onlineBody(variant), key: newKey() });
  await sandbox.pay(body.id, 'decline');
  const failed = eventsAbout(sandbox, body.id);
  expect(await sandbox.sendAgain(failed[0] ?? '')).toBe('200');
  expect(await outcomeOf(body.orderId)).toEqual(AWAITING);
  await sandbox.pay(body.id, 'close');
  const events = eventsAbout(sandbox, body.id).filter((id) => !failed.includes(id));
  await Promise.all([...events, ...failed].map((id) => sandbox.sendAgain(id)));
  expect(await outcomeOf(body.orderId)).toEqual(PAID);
});

it('keeps the accounting invariants', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('refuses webhooks without a secret', async () => {
  setPaymentGateways({ stripe: stripeGateway({ secretKey: 'sk_test_k' }) });
  expect((await post('stripe', '{}', {})).status).toBe(503);
  expect((await post('razorpay', '{}', {})).status).toBe(503);
});
