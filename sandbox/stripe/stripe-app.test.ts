import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { A_CART, A_CART_PAISE, stripeClient } from '../test/clients.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let now = Date.now();
beforeEach(async () => {
  now = Date.now();
  sandbox = await startSandbox({ now: () => now, publicUrl: 'http://localhost:8080' });
  stripe = stripeClient(sandbox);
});
afterEach(() => sandbox.stop());

const create = (key?: string, params: Stripe.Checkout.SessionCreateParams = A_CART) =>
  stripe.checkout.sessions.create(params, key ? { idempotencyKey: key } : {});

it('opens a session for the sum of its lines and tells where to pay it', async () => {
  const session = await create();
  expect(session).toMatchObject({
    amount_total: A_CART_PAISE,
    currency: 'inr',
    status: 'open',
    payment_status: 'unpaid',
    metadata: { order: '17' },
    client_reference_id: '17',
    url: `http://localhost:8080/dev/pay/stripe/${session.id}`,
  });
  const lines = await stripe.checkout.sessions.listLineItems(session.id);
  expect(lines.data.map(({ description, amount_total }) => [description, amount_total])).toEqual([
    ['Basmati rice', 25_100],
    ['Curd & milk', 4_000],
  ]);
});

it('takes as many lines as a cart may have', async () => {
  const line = A_CART.line_items[1]!;
  const session = await create(undefined, { ...A_CART, line_items: Array.from({ length: 60 }, () => line) });
  expect(session.amount_total).toBe(60 * 4_000);
});

it('is paid once, and then refunded, in parts, up to what was paid', async () => {
  const { id } = await create();
  const { paymentId = '', returnTo } = await sandbox.pay(id);
  expect(returnTo).toBe(A_CART.success_url);
  await expect(sandbox.pay(id)).rejects.toThrow('complete');
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: paymentId,
    url: null,
  });
  expect(await stripe.paymentIntents.retrieve(paymentId)).toMatchObject({
    status: 'succeeded',
    amount_received: A_CART_PAISE,
  });
  const part = await stripe.refunds.create({ payment_intent: paymentId, amount: 9_100, metadata: { refund: '3' } });
  expect(part).toMatchObject({ status: 'succeeded', amount: 9_100, metadata: { refund: '3' } });
  await expect(stripe.refunds.create({ payment_intent: paymentId, amount: 20_001 })).rejects.toThrow(
    'greater than unrefunded',
  );
  await stripe.refunds.create({ payment_intent: paymentId });
  await expect(stripe.refunds.create({ payment_intent: paymentId })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const all = await stripe.refunds.list({ payment_intent: paymentId });
  expect(all.data.map(({ amount }) => amount)).toEqual([20_000, 9_100]);
  expect(await stripe.refunds.retrieve(part.id)).toEqual(part);
  expect(sandbox.books().stripe).toEqual({ captured: A_CART_PAISE, refunded: A_CART_PAISE });
});

it('stays open when the card is declined and when the customer goes back', async () => {
  const { id } = await create();
  expect(await sandbox.pay(id, 'decline')).toEqual({});
  expect(await sandbox.pay(id, 'cancel')).toEqual({ returnTo: A_CART.cancel_url });
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
});

it('expires when it is told to, and by itself; then nobody pays it', async () => {
  const told = await stripe.checkout.sessions.expire((await create()).id);
  expect(told.status).toBe('expired');
  await expect(sandbox.pay(told.id)).rejects.toThrow('expired');
  const soon = await create(undefined, { ...A_CART, expires_at: Math.floor(now / 1000) + 1_800 });
  now += 1_800_000;
  expect((await stripe.checkout.sessions.retrieve(soon.id)).status).toBe('expired');
  const paid = await create();
  await sandbox.pay(paid.id);
  await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('status of complete');
});

it('lets the bank decide later', async () => {
  const [yes, no] = [await create(), await create()];
  await sandbox.pay(yes.id, 'late');
  await sandbox.pay(no.id, 'late-decline');
  expect(await stripe.checkout.sessions.retrieve(yes.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
  now += 60_000;
  await expect.poll(() => stripe.checkout.sessions.retrieve(yes.id)).toMatchObject({ payment_status: 'paid' });
  expect(await stripe.checkout.sessions.retrieve(no.id)).toMatchObject({ payment_status: 'unpaid' });
});

it('answers a key again as it did, and refuses it with other parameters', async () => {
  const first = await create('key-1');
  expect(await create('key-1')).toEqual(first);
  expect(sandbox.requests.filter(({ key }) => key === 'key-1')).toHaveLength(2);
  await expect(create('key-1', { ...A_CART, client_reference_id: '18' })).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  );
  const both = await Promise.allSettled([create('key-2'), create('key-2')]);
  const ids = new Set(both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : [])));
  expect(ids.size).toBe(1);
});

it('keeps a server error for its key, as the real one does', async () => {
  sandbox.fault({ provider: 'stripe', status: 500 });
  await expect(create('key-1')).rejects.toThrow(Stripe.errors.StripeAPIError);
  await expect(create('key-1')).rejects.toThrow(Stripe.errors.StripeAPIError);
  expect((await create('key-2')).status).toBe('open');
});

it('has done what it was asked when only the answer is lost', async () => {
  sandbox.fault({ provider: 'stripe', method: 'POST', path: '/sessions', reset: 'after' });
  // The client tries a connection that broke once more by itself.
  const session = await create('key-1');
  expect(sandbox.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  const all = await stripe.checkout.sessions.list();
  expect(all.data.map(({ id }) => id)).toEqual([session.id]);
});

it.each([
  [{ reset: 'before' as const, times: 2 }, Stripe.errors.StripeConnectionError],
  [{ delayMs: 800 }, Stripe.errors.StripeConnectionError],
  [{ status: 429 }, Stripe.errors.StripeRateLimitError],
  [{ html: true }, Stripe.errors.StripeAPIError],
])('fails as asked: %j', async (fault, error) => {
  const patient = stripeClient(sandbox, { timeout: 300 });
  sandbox.fault({ provider: 'stripe', ...fault });
  await expect(patient.checkout.sessions.create(A_CART)).rejects.toThrow(error);
  expect((await patient.checkout.sessions.create(A_CART)).status).toBe('open');
});

it.each([
  [{ ...A_CART, success_url: undefined as unknown as string }, 'success_url'],
  [{ ...A_CART, line_items: [] }, 'line_items'],
  [{ ...A_CART, bogus: 1 } as Stripe.Checkout.SessionCreateParams, 'bogus'],
  [{ ...A_CART, expires_at: 1 }, 'expires_at'],
  [{ ...A_CART, line_items: [{ ...A_CART.line_items[0]!, quantity: 0 }] }, 'line_items[0][quantity]'],
])('refuses what Stripe refuses (%#)', async (params, param) => {
  await expect(create(undefined, params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param });
});

it('knows its key, its objects and its addresses', async () => {
  const stranger = stripeClient({ ...sandbox, stripe: { ...sandbox.stripe, secretKey: 'sk_test_other' } });
  await expect(stranger.refunds.list()).rejects.toThrow(Stripe.errors.StripeAuthenticationError);
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({ statusCode: 404 });
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.customers.list()).rejects.toThrow('Unrecognized request URL');
});
