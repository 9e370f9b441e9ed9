import { database } from '@haat/core/db/database';
import { createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { type Answer, apiTest, type ApiCaller } from '../test/api-client.ts';
import { newKey, onlineBody, outcomeOf, start } from '../test/payment-helpers.ts';

const NEW = 3;
const KNOWN = 7;
const PER_ADDRESS = 5;
const RESERVED = 1;
const PAYMENTS_PER_ORDER = 2;
vi.hoisted(() => {
  process.env.ORDERS_PER_HOUR_NEW = '3';
  process.env.ORDERS_PER_HOUR = '7';
  process.env.ORDERS_PER_IP_PER_HOUR = '5';
  process.env.TRUSTED_PROXIES = '1';
});

const api = apiTest();
let sandbox: Sandbox;
let shop: Shop;
let variant: Variant;
beforeAll(async () => {
  sandbox = await startPayments();
  shop = await createShop({ minOrderPaise: 0 });
});
beforeEach(async () => {
  variant = (await createProduct({ shop, variants: [{ stock: 900 }] })).variants[0]!;
});
afterAll(() => sandbox.stop());

let addresses = 0;
const newAddress = () => `203.0.113.${(addresses += 1)}`;
const signIn = async (user?: User): Promise<ApiCaller> =>
  api.as(await api.signIn({ user: user ?? (await createUser()), shop }));

type Placing = { key?: string; address?: string; quantity?: number };
const place = (calls: ApiCaller, { key = newKey(), address = newAddress(), quantity = 1 }: Placing = {}) =>
  calls.post('/api/orders', {
    body: orderBody([{ variant, quantity }]),
    headers: { 'idempotency-key': key, 'x-forwarded-for': address },
  });

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, work));
}
const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;
const stockOf = async ({ id }: Variant) => (await database().knex('variants').where({ id }).first()).stock as number;

describe('orders of one account', () => {
  it('are placed up to the limit of a new account, also when all are sent at once', async () => {
    const calls = await signIn();
    const answers = await times(40, () => place(calls));
    expect([count(answers, 201), count(answers, 429)]).toEqual([NEW, 40 - NEW]);
    expect(await stockOf(variant)).toBe(900 - NEW);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      message:
        'Too many orders were placed from your account or network. Please try again in 60 minutes, or call the shop.',
      retry_after: expect.any(Number),
    });
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retry_after);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('have a larger limit once one was delivered, and are not counted by address', async () => {
    const user = await createUser();
    const calls = await signIn(user);
    expect((await place(calls)).status).toBe(201);
    await database().knex('orders').where({ userId: user.id }).update({ status: 'Delivered' });
    const address = newAddress();
    const answers = await times(20, () => place(calls, { address }));
    expect(count(answers, 201)).toBe(KNOWN - 1);
    expect((await place(await signIn(), { address })).status).toBe(201);
  });

  it('do not count and are never refused when they are repeated, one after the other or at once', async () => {
    const calls = await signIn();
    for (let nth = 0; nth < NEW; nth += 1) {
      const key = newKey();
      const clicks = await times(4, () => place(calls, { key }));
      expect(new Set(clicks.map(({ status, body }) => `${status} ${body.orderId}`)).size).toBe(1);
      expect((await place(calls, { key })).body).toEqual(clicks[0]!.body);
      if (nth < NEW - 1) continue;
      expect((await place(calls)).status).toBe(429);
      expect(await place(calls, { key })).toMatchObject({ status: 201, body: clicks[0]!.body });
    }
  });

  it('do not count when the cart is rejected', async () => {
    const calls = await signIn();
    for (let nth = 0; nth < NEW + 1; nth += 1)
      expect((await place(calls, { quantity: 901 })).body.code).toBe('out_of_stock');
    expect((await place(calls)).status).toBe(201);
  });

  it('can be placed again an hour after the first one', async () => {
    const calls = await signIn();
    await times(NEW + 1, () => place(calls));
    expect((await place(calls)).status).toBe(429);
    await database().pool.query(`UPDATE rate_limits SET expire = expire - 3600000 WHERE key LIKE 'order%'`);
    const answers = await times(10, () => place(calls));
    expect(count(answers, 201)).toBe(NEW);
  });
});

it('counts new accounts of one address together', async () => {
  const address = newAddress();
  const people = await times(PER_ADDRESS, () => signIn());
  const answers = await Promise.all(people.flatMap((calls) => [place(calls, { address }), place(calls, { address })]));
  expect(count(answers, 201)).toBe(PER_ADDRESS);
  expect((await place(await signIn(), { address })).status).toBe(429);
  expect((await place(await signIn())).status).toBe(201);
});

describe('stock reserved without money', () => {
  /** Few enough that a new account may reserve all of them. */
  const FEW = 10;
  const setStock = (stock: number) =>
    database().pool.query('UPDATE variants SET stock = $2 WHERE id = $1', [variant.id, stock]);

  it('is limited per hour for a new account', async () => {
    const calls = await signIn();
    await setStock(FEW);
    for (let nth = 0; nth < RESERVED; nth += 1) {
      const held = await start(calls, 'razorpay', { order: onlineBody(variant, FEW), key: newKey() });
      expect(held.status).toBe(200);
      expect(await stockOf(variant)).toBe(0);
      await database().pool.query(`UPDATE orders SET reserved_until = now() WHERE id = $1`, [held.body.orderId]);
      // The next one, with one piece less, releases it.
    }
    const refused = await start(calls, 'razorpay', { order: onlineBody(variant, FEW - 1), key: newKey() });
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Your account has too many unpaid orders in the last hour. Please try again in 60 minutes, or pay in cash.',
    ]);
    expect((await place(calls)).status).toBe(201);
  });

  it('counts among the orders of a known account only', async () => {
    const user = await createUser();
    const calls = await signIn(user);
    expect((await place(calls)).status).toBe(201);
    await database().knex('orders').where({ userId: user.id }).update({ status: 'Delivered' });
    for (let nth = 1; nth < KNOWN; nth += 1) {
      expect((await start(calls, 'razorpay', { order: onlineBody(variant, nth), key: newKey() })).status).toBe(200);
    }
    const { status, body } = await start(calls, 'razorpay', { order: onlineBody(variant, KNOWN), key: newKey() });
    expect([status, body.message]).toEqual([429, expect.stringMatching(/^Too many orders were placed/)]);
  });

  it('stays reserved when the limit refuses the order that would replace it', async () => {
    const calls = await signIn();
    await setStock(FEW);
    const held = await start(calls, 'razorpay', { order: onlineBody(variant, FEW), key: newKey() });
    const outcome = () => outcomeOf(held.body.orderId);
    const other = (quantity: number) =>
      start(calls, 'razorpay', { order: onlineBody(variant, quantity), key: newKey() });
    expect([(await other(FEW - 1)).status, await outcome()]).toMatchObject([429, { paymentStatus: 'awaiting' }]);
    await setStock(10);
    expect([(await other(1)).status, await outcome()]).toMatchObject([429, { paymentStatus: 'awaiting' }]);
  });

  it('stays reserved when the limit refuses the order in cash that would replace it', async () => {
    const calls = await signIn();
    for (let nth = 1; nth < NEW; nth += 1) expect((await place(calls)).status).toBe(201);
    await setStock(FEW);
    const held = await start(calls, 'razorpay', { order: onlineBody(variant, FEW), key: newKey() });
    expect([(await place(calls)).status, await outcomeOf(held.body.orderId)]).toMatchObject([
      429,
      { paymentStatus: 'awaiting' },
    ]);
  });
});

it('says when a limit ends that was lowered in the settings', async () => {
  const user = await createUser();
  const calls = await signIn(user);
  await times(NEW, () => place(calls));
  await database().pool.query(`UPDATE rate_limits SET max = 40 WHERE key = $1`, [`order:${user.id}`]);
  expect((await place(calls)).body.retry_after).toBeGreaterThan(3_500);
});

describe('payments that one account starts', () => {
  it('are limited without an order too, before the provider is called', async () => {
    const calls = await signIn();
    const known = () => Object.keys(sandbox.providers.state.razorpay.orders).length;
    const before = known();
    const answers = await times(60, () => calls.post('/api/razorpay/create-order', { body: { amount: 100 } }));
    const allowed = NEW * PAYMENTS_PER_ORDER;
    expect([count(answers, 200), count(answers, 429), known() - before]).toEqual([allowed, 60 - allowed, allowed]);
    expect(answers.find(({ status }) => status === 429)!.body.message).toBe(
      'Too many payments were started from your account or network. Please try again in 60 minutes, or pay in cash.',
    );
  });

  it('count once for a repeated start, which is answered above the limit too', async () => {
    const calls = await signIn();
    const held = { order: onlineBody(variant), key: newKey() };
    const answers = await times(NEW * PAYMENTS_PER_ORDER + 4, () => start(calls, 'razorpay', held));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    await times(20, () => calls.post('/api/razorpay/create-order', { body: { amount: 100 } }));
    expect(await start(calls, 'razorpay', held)).toMatchObject({ status: 200, body: { id: answers[0]!.body.id } });
    expect((await start(calls, 'stripe', held)).status).toBe(429);
    expect(await outcomeOf(answers[0]!.body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
  });

  it('are started although a deadlock ends the first attempt', async () => {
    const user = await createUser();
    const calls = await signIn(user);
    const headers = { 'x-forwarded-for': newAddress() };
    const pay = () => calls.post('/api/razorpay/create-order', { body: { amount: 100 }, headers });
    expect((await pay()).status).toBe(200);
    const other = await database().pool.connect();
    await other.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'`);
    await other.query('SELECT FROM rate_limits WHERE key = $1 FOR UPDATE', [`payment:${user.id}`]);
    const paying = pay();
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%counted%'`;
    await vi.waitUntil(async () => (await database().pool.query(waiting)).rowCount, { timeout: 5_000, interval: 10 });
    // The payment waits for this transaction, which now waits for the payment; its second attempt comes after the commit.
    await other.query('LOCK TABLE rate_limits IN EXCLUSIVE MODE');
    await other.query('COMMIT');
    other.release();
    expect((await paying).status).toBe(200);
  });
});
