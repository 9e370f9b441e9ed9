import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { A_CART, razorpayClient, stripeClient } from '../test/clients.ts';
import { type Delivery, startListener } from '../test/product.ts';

let sandbox: Sandbox;
let product: Awaited<ReturnType<typeof startListener>>;
let now = Date.now();
let answer: (delivery: Delivery) => number;

beforeEach(async () => {
  now = Date.now();
  answer = () => 200;
  product = await startListener((delivery) => answer(delivery));
  sandbox = await startSandbox({ now: () => now, productUrl: product.url });
});
afterEach(async () => {
  await sandbox.stop();
  await product.stop();
});

const paidAtStripe = async () => {
  const { id } = await stripeClient(sandbox).checkout.sessions.create(A_CART);
  return sandbox.pay(id);
};
const paidAtRazorpay = async () => {
  const { id } = await razorpayClient(sandbox).orders.create({ amount: 100, currency: 'INR' });
  return sandbox.pay(id);
};

const typesOf = () =>
  product.deliveries.map(({ body }) => {
    const event = JSON.parse(body) as { type?: string; event?: string };
    return String(event.type ?? event.event);
  });

it('signs as Stripe signs: its own library takes them', async () => {
  await paidAtStripe();
  await sandbox.webhooksIdle();
  const { webhooks } = stripeClient(sandbox);
  const events = product.deliveries.map(({ body, headers, path }) => {
    expect(path).toBe('/api/webhooks/stripe');
    return webhooks.constructEvent(body, headers['stripe-signature'] ?? '', sandbox.stripe.webhookSecret);
  });
  expect(events.map(({ type }) => type).toSorted()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  const session = events.find(({ type }) => type === 'checkout.session.completed')?.data.object;
  expect(session).toMatchObject({ object: 'checkout.session', payment_status: 'paid', metadata: { order: '17' } });
});

it('signs as Razorpay signs: over the bytes of the body, with the id of the event beside it', async () => {
  await paidAtRazorpay();
  await sandbox.webhooksIdle();
  for (const { body, headers, path } of product.deliveries) {
    const expected = createHmac('sha256', sandbox.razorpay.webhookSecret).update(body).digest('hex');
    expect([path, headers['x-razorpay-signature']]).toEqual(['/api/webhooks/razorpay', expected]);
  }
  expect(typesOf().toSorted()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  expect(new Set(product.deliveries.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
});

it('sends again what was not taken, until it is', async () => {
  let refusals = 6;
  answer = () => (refusals-- > 0 ? 503 : 200);
  await paidAtRazorpay();
  const attempts = () => sandbox.world.state.events.map((event) => event.attempts.length);
  for (const [at, pause] of [1_000, 2_000].entries()) {
    await expect.poll(attempts).toEqual([at + 1, at + 1, at + 1]);
    await sandbox.webhooksIdle();
    now += pause;
  }
  await expect.poll(() => sandbox.world.state.events.map(({ nextAt }) => nextAt)).toEqual([null, null, null]);
  expect(product.deliveries).toHaveLength(9);
});

it('loses, doubles and holds back when it is told to', async () => {
  sandbox.setConditions({ webhookLoss: 1 });
  await paidAtStripe();
  await sandbox.webhooksIdle();
  expect(product.deliveries).toHaveLength(0);
  const lost = sandbox.world.state.events.find(({ type }) => type === 'checkout.session.completed');
  expect(await sandbox.sendAgain(lost?.id ?? '')).toBe('200');
  sandbox.setConditions({ webhookLoss: 0, webhookDuplicates: 1 });
  await paidAtStripe();
  await sandbox.webhooksIdle();
  expect(product.deliveries).toHaveLength(1 + 2 * 2);
  sandbox.setConditions({ webhookDuplicates: 0, webhooksHeld: true });
  await paidAtStripe();
  await sandbox.webhooksIdle();
  expect(product.deliveries).toHaveLength(5);
  sandbox.setConditions({ webhooksHeld: false });
  await expect.poll(() => product.deliveries.length).toBe(7);
});

it('lets events overtake each other, the same way for the same seed', async () => {
  const orderOf = async (seed: number): Promise<string[]> => {
    const own = await startSandbox({ seed, conditions: { webhookJitterMs: 60_000 } });
    const { id } = await razorpayClient(own).orders.create({ amount: 100, currency: 'INR' });
    await own.pay(id);
    const events = own.world.state.events.toSorted((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0));
    await own.stop();
    return events.map(({ type }) => type);
  };
  const orders = await Promise.all([1, 2, 3, 4, 5, 6, 1].map(orderOf));
  expect(orders[6]).toEqual(orders[0]);
  expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
});
