import { database } from '@haat/core/db/database';
import { brokenInvariants } from '@haat/core/test/invariants';
import { startPayments } from '@haat/core/test/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import { chargesOf, createPayer, outcomeOf, newKey, onlineBody, paymentsOf, start } from '../test/payment-helpers.ts';
import { eventsAbout } from '../test/provider-events.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments({ conditions: { webhooksHeld: true } });
  sandbox.sendWebhooksTo(api.url);
});
afterAll(() => sandbox.stop());

const CALLERS = ['page', 'webhook', 'order'] as const;
type Caller = (typeof CALLERS)[number];

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));

const WAYS = [
  { provider: 'razorpay', razorpayCapture: 'automatic', isBare: false },
  { provider: 'razorpay', razorpayCapture: 'manual', isBare: false },
  { provider: 'stripe', razorpayCapture: 'automatic', isBare: false },
  { provider: 'razorpay', razorpayCapture: 'automatic', isBare: true },
  { provider: 'stripe', razorpayCapture: 'automatic', isBare: true },
] as const;

/** A paid payment, and the three callers that report it, each three times in parallel; each call returns its order, if any. */
async function paidBy({ provider, razorpayCapture, isBare }: (typeof WAYS)[number]) {
  sandbox.setConditions({ razorpayCapture });
  const { calls, variant } = await createPayer(api);
  const [order, key] = [onlineBody(variant), newKey()];
  const more = provider === 'razorpay' ? { amount: 250 } : { items: order.items };
  const { body } = await start(calls, provider, isBare ? { more } : { order, key });
  const { reply } = await sandbox.pay(body.id);
  const events = eventsAbout(sandbox, body.id);
  const once: Record<Caller, () => Promise<{ status: number; orderId?: number }>> = {
    page: async () => {
      if (!reply && isBare) return { status: 200 };
      const answer = reply
        ? await calls.post('/api/razorpay/verify-payment', { body: reply })
        : await calls.get(`/api/orders/${body.orderId}/payment`);
      return { status: answer.status, orderId: answer.body.orderId };
    },
    webhook: async () => {
      const statuses = await Promise.all(events.map((id) => sandbox.sendAgain(id)));
      return { status: Number(statuses.find((status) => status !== '200') ?? 200) };
    },
    order: async () => {
      const { status, body: placed } = await calls.post('/api/orders', {
        body: order,
        headers: { 'idempotency-key': key },
      });
      return { status, orderId: placed.orderId };
    },
  };
  const thrice = (who: Caller) => Promise.all([once[who](), once[who](), once[who]()]);
  return { id: body.id as string, thrice };
}

type Replies = { status: number; orderId?: number }[];

/** One order, one capture, one notification, and every reply names that order. */
async function expectOne(id: string, replies: Replies) {
  expect(replies.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  const orders = new Set(replies.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId])));
  expect(orders.size).toBe(1);
  const [orderId = 0] = orders;
  expect(await outcomeOf(orderId)).toEqual({ paymentStatus: 'paid', notifications: 1, outbox: 1 });
  expect(await paymentsOf(orderId)).toMatchObject([{ state: 'consumed', refunds: 0 }]);
  expect(chargesOf(sandbox, id)).toBe(1);
}

describe.each(WAYS)('a payment through $provider, captured $razorpayCapture, for no order yet: $isBare', (way) => {
  it.each(permutations(CALLERS).map((order) => ({ name: order.join(', '), order })))(
    'is one order when reported by $name',
    async ({ order }) => {
      const { id, thrice } = await paidBy(way);
      const replies: Replies = [];
      for (const who of order) replies.push(...(await thrice(who)));
      await expectOne(id, replies);
    },
  );

  it('is one order when all report it at once, ten times over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, thrice } = await paidBy(way);
      await expectOne(id, (await Promise.all(CALLERS.map(thrice))).flat());
    }
  });
});

it('keeps the accounting invariants, to the paisa', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
  const { rows } = await database().pool.query<{ paid: number }>(
    `SELECT sum(total_paise)::bigint AS paid FROM orders WHERE payment_status = 'paid'`,
  );
  const { stripe, razorpay } = sandbox.ledger();
  expect(rows[0]?.paid).toBe(stripe.captured + razorpay.captured);
});
