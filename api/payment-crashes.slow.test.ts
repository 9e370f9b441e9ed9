import { connectDatabase, database } from '@haat/core/db/database';
import { startKillingProxy, type KillingProxy } from '@haat/core/test/killing-proxy';
import { brokenInvariants } from '@haat/core/test/invariants';
import { killLeftoverPrograms, type Program, startApiProgram } from '@haat/core/test/program';
import { testDatabase } from '@haat/core/test/database';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../tests/fixtures/payments/start-sandbox.ts';
import { freePort } from '../tools/lib/ports.ts';
import { type Answer, callerOf, signIn } from './test/api-client.ts';
import { chargesOf, createPayer, outcomeOf, newKey, onlineBody, paymentsOf, start } from './test/payment-helpers.ts';
import { eventsAbout } from './test/provider-events.ts';

type Api = Program & { url: string };

let sandbox: Sandbox;
let link: KillingProxy;
let api: Api;
let next: Promise<Api>;
beforeAll(async () => {
  connectDatabase();
  [sandbox, link] = [
    await startSandbox({ conditions: { webhooksHeld: true } }),
    await startKillingProxy(testDatabase()),
  ];
  [api, next] = [await startReplica(), startReplica()];
  sandbox.sendWebhooksTo(api.url);
});
afterAll(async () => {
  await next.catch(() => {});
  killLeftoverPrograms();
  await sandbox.stop();
  await stopServices();
  link.stop();
});

async function startReplica(): Promise<Api> {
  const port = await freePort();
  const env = { ...sandbox.env, DATABASE_URL: link.url, PORT: String(port) };
  return { ...(await startApiProgram({ env })), url: `http://127.0.0.1:${port}` };
}

/** Replaces the api that was killed by the standby, as a proxy does. */
async function replace(): Promise<void> {
  await api.exited;
  api = await next;
  next = startReplica();
  sandbox.sendWebhooksTo(api.url);
}

/** Retries on the standby when the connection breaks, as a page does. */
async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch {
    await replace();
    return send();
  }
}

async function untilTaken(eventId: string): Promise<void> {
  if ((await sandbox.sendAgain(eventId)) === '200') return;
  await replace();
  expect(await sandbox.sendAgain(eventId)).toBe('200');
}

const PROVIDERS = ['razorpay', 'stripe'] as const;
const WHEN = ['before', 'after'] as const;

// Each statement that commits a part of a payment, by a text that no other statement contains.
const STARTING = ['NULL AS outbox_id', 'INSERT INTO payments', 'SET provider_order_id'];
const RECEIVING = ['INSERT INTO webhook_events', 'COMMIT', 'SET attempts = attempts + 1'];
const BARE = ['COMMIT', 'payment AS MATERIALIZED'];

const cases = (words: string[]) =>
  PROVIDERS.flatMap((provider) => words.flatMap((each) => WHEN.map((when) => ({ provider, words: each, when }))));

const killAt = (words: string, when: 'before' | 'after') =>
  link.arm({ words, when, kill: () => process.kill(api.pid, 'SIGKILL') });

async function createCustomer() {
  const payer = await createPayer({
    signIn,
    as: (who) => callerOf(api.url, typeof who === 'string' ? who : who?.token),
  });
  const calls = () => callerOf(api.url, payer.signedIn.token);
  return { ...payer, calls, order: onlineBody(payer.variant), key: newKey() };
}

async function expectPaid(id: string, orderId: number): Promise<void> {
  expect(link.isArmed()).toBe(false);
  expect(await outcomeOf(orderId)).toEqual({ paymentStatus: 'paid', notifications: 1, outbox: 1 });
  expect(await paymentsOf(orderId)).toMatchObject([{ state: 'consumed', refunds: 0 }]);
  expect(chargesOf(sandbox, id)).toBe(1);
  expect(await brokenInvariants(database().pool)).toEqual([]);
}

describe('an api that is killed', () => {
  it.each(cases(STARTING))(
    '$when "$words" as a payment through $provider begins',
    async ({ provider, words, when }) => {
      const { calls, order, key, variant } = await createCustomer();
      killAt(words, when);
      const { status, body } = await untilAnswered(() => start(calls(), provider, { order, key }));
      expect(status).toBe(200);
      await sandbox.pay(body.id);
      const placed = await calls().post('/api/orders', { body: order, headers: { 'idempotency-key': key } });
      expect(placed.body.orderId).toBe(body.orderId);
      expect(await variant.$query()).toMatchObject({ stock: 999 });
      await expectPaid(body.id, body.orderId);
    },
  );

  it.each(cases(RECEIVING))('$when "$words" as a webhook of $provider arrives', async ({ provider, words, when }) => {
    const { calls, order, key } = await createCustomer();
    const { body } = await start(calls(), provider, { order, key });
    await sandbox.pay(body.id, 'close');
    killAt(words, when);
    for (const event of eventsAbout(sandbox, body.id)) await untilTaken(event);
    await expectPaid(body.id, body.orderId);
  });

  it.each(cases(['COMMIT']))(
    '$when "$words" as the page confirms a payment of $provider',
    async ({ provider, words, when }) => {
      const { calls, order, key } = await createCustomer();
      const { body } = await start(calls(), provider, { order, key });
      const { reply } = await sandbox.pay(body.id);
      killAt(words, when);
      const path = `/api/orders/${body.orderId}/payment`;
      await untilAnswered(() =>
        reply ? calls().post('/api/razorpay/verify-payment', { body: reply }) : calls().get(path),
      );
      // The killed api has just asked the provider.
      await database().pool.query(`UPDATE payments SET asked_at = now() - interval '3 seconds'`);
      expect((await calls().get(path)).body.payment_status).toBe('paid');
      await expectPaid(body.id, body.orderId);
    },
  );

  it.each(cases(['COMMIT']))('$when "$words" as the order is requested, paid through $provider', async (at) => {
    const { calls, order, key } = await createCustomer();
    const { body } = await start(calls(), at.provider, { order, key });
    await sandbox.pay(body.id);
    killAt(at.words, at.when);
    const headers = { 'idempotency-key': key };
    const placed = await untilAnswered(() => calls().post('/api/orders', { body: order, headers }));
    expect([placed.status, placed.body.orderId]).toEqual([201, body.orderId]);
    await expectPaid(body.id, body.orderId);
  });

  it.each(cases(BARE))('$when "$words" as an order uses a payment of $provider that arrived before', async (at) => {
    const { calls, order, key } = await createCustomer();
    const more = at.provider === 'razorpay' ? { amount: 250 } : { items: order.items };
    const { body } = await start(calls(), at.provider, { more });
    await sandbox.pay(body.id);
    killAt(at.words, at.when);
    const headers = { 'idempotency-key': key };
    const placed = await untilAnswered(() => calls().post('/api/orders', { body: order, headers }));
    expect(placed.status).toBe(201);
    await expectPaid(body.id, placed.body.orderId);
  });
});

it('leaves orders and payments in agreement, to the paisa', async () => {
  const { rows } = await database().pool.query<{ paid: number }>(
    `SELECT sum(total_paise)::bigint AS paid FROM orders WHERE payment_status = 'paid'`,
  );
  const { stripe, razorpay } = sandbox.ledger();
  expect(rows[0]?.paid).toBe(stripe.captured + razorpay.captured);
});
