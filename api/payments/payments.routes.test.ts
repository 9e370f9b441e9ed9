import { orderPaymentView, razorpayOrderView, stripeSessionView } from '@haat/contract/payments/payments.calls';
import { database } from '@haat/core/db/database';
import { brokenInvariants } from '@haat/core/test/invariants';
import { startPayments } from '@haat/core/test/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import {
  chargesOf,
  createPayer,
  outcomeOf,
  newKey,
  onlineBody,
  paymentsOf,
  RETURN,
  start,
} from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments();
});
afterEach(() => sandbox.providers.faults.clear());
afterAll(() => sandbox.stop());

const PROVIDERS = ['razorpay', 'stripe'] as const;
const AWAITING = { paymentStatus: 'awaiting', notifications: 0, outbox: 0 };
const PAID = { paymentStatus: 'paid', notifications: 1, outbox: 1 };

describe.each(PROVIDERS)('an order to be paid through %s', (provider) => {
  it('is stored first, invisible to its shop, and reserves its stock for ten minutes', async () => {
    const { calls, variant, shop } = await createPayer(api);
    const { status, body } = await start(calls, provider, { order: onlineBody(variant, 2), key: newKey() });
    expect(status).toBe(200);
    const view = (provider === 'razorpay' ? razorpayOrderView : stripeSessionView).parse(body);
    expect(await outcomeOf(view.orderId!)).toEqual(AWAITING);
    expect(await variant.$query()).toMatchObject({ stock: 998 });
    const held = Date.parse(view.reserved_until!) - Date.now();
    expect(held).toBeGreaterThan(9.5 * 60_000);
    expect(held).toBeLessThanOrEqual(10 * 60_000);
    expect((await calls.get('/api/orders/user')).body).toMatchObject([{ payment_status: 'awaiting' }]);
    const feed = await database()
      .knex('feeds')
      .where({ name: `shop:${shop.id}` });
    expect(feed).toEqual([]);
  });

  it('stores its note and its contact until it is paid', async () => {
    const { calls, variant } = await createPayer(api);
    const order = { ...onlineBody(variant), note: 'Ring twice', customer_name: 'Test Neighbour' };
    const { body } = await start(calls, provider, { order, key: newKey() });
    await sandbox.pay(body.id);
    await calls.get(`/api/orders/${body.orderId}/payment`);
    expect((await calls.get('/api/orders/user')).body).toMatchObject([
      { payment_status: 'paid', note: 'Ring twice', customer_name: 'Test Neighbour' },
    ]);
    const long = { order: { ...order, note: 'x'.repeat(301) }, key: newKey() };
    expect(await start(calls, provider, long)).toMatchObject({ status: 422, body: { code: 'note_too_long' } });
  });

  it('is one order and one payment for twenty clicks', async () => {
    const { calls, variant } = await createPayer(api);
    const key = newKey();
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => start(calls, provider, { order: onlineBody(variant), key })),
    );
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(clicks.map(({ body }) => `${body.id} ${body.orderId} ${body.url}`)).size).toBe(1);
    expect(await paymentsOf(clicks[0]?.body.orderId)).toHaveLength(1);
  });

  it('is the same order for another try, and refused for another cart', async () => {
    const { calls, variant } = await createPayer(api);
    const key = newKey();
    const first = await start(calls, provider, { order: onlineBody(variant), key });
    const again = await start(calls, provider, { order: onlineBody(variant), key });
    expect(again.body).toEqual(first.body);
    const other = await start(calls, provider, { order: onlineBody(variant, 2), key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  it('may be begun again through the other provider; money that comes twice goes back once', async () => {
    const { calls, variant } = await createPayer(api);
    const key = newKey();
    const other = provider === 'razorpay' ? 'stripe' : 'razorpay';
    const first = await start(calls, provider, { order: onlineBody(variant), key });
    const second = await start(calls, other, { order: onlineBody(variant), key });
    expect(second.body.orderId).toBe(first.body.orderId);
    await sandbox.pay(first.body.id);
    await sandbox.pay(second.body.id);
    const { orderId } = first.body;
    expect((await calls.get(`/api/orders/${orderId}/payment`)).body).toMatchObject({
      payment_status: 'paid',
      refund: { amount: 250, state: 'due' },
    });
    expect(await outcomeOf(orderId)).toEqual(PAID);
    const states = await paymentsOf(orderId);
    expect(states.map(({ state, refunds }) => `${state} ${refunds}`).toSorted()).toEqual([
      'consumed 0',
      'refund_due 1',
    ]);
  });

  it('is paid once its page asks, and the shop is notified', async () => {
    const { calls, variant } = await createPayer(api);
    const { body } = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const path = `/api/orders/${body.orderId}/payment`;
    expect((await calls.get(path)).body).toMatchObject({ payment_status: 'awaiting', can_retry: true, provider });
    await sandbox.pay(body.id);
    // The provider was asked a moment ago, so the next calls are answered from the database.
    expect((await calls.get(path)).body).toMatchObject({ payment_status: 'awaiting' });
    await database().pool.query(`UPDATE payments SET asked_at = now() - interval '3 seconds'`);
    const answers = await Promise.all([1, 2, 3].map(() => calls.get(path)));
    expect(answers.every((answer) => orderPaymentView.safeParse(answer.body).success)).toBe(true);
    expect((await calls.get(path)).body).toMatchObject({
      payment_status: 'paid',
      can_retry: false,
      order_status: 'Pending',
    });
    expect(await outcomeOf(body.orderId)).toEqual(PAID);
    expect((await calls.get('/api/orders/user')).body).toMatchObject([{ id: body.orderId, payment_method: 'online' }]);
  });

  it('is visible to its owner only', async () => {
    const [{ calls, variant }, other] = [await createPayer(api), await createPayer(api)];
    const { body } = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const path = `/api/orders/${body.orderId}/payment`;
    expect((await other.calls.get(path)).status).toBe(404);
    expect((await other.calls.get('/api/orders/999999999/payment')).body).toEqual((await other.calls.get(path)).body);
  });

  it('that is paid already is not begun again', async () => {
    const { calls, variant } = await createPayer(api);
    const key = newKey();
    const { body } = await start(calls, provider, { order: onlineBody(variant), key });
    await sandbox.pay(body.id);
    await calls.get(`/api/orders/${body.orderId}/payment`);
    const again = await start(calls, provider, { order: onlineBody(variant), key });
    expect([again.status, again.body.message, again.body.orderId]).toEqual([
      409,
      'This order has already been paid.',
      body.orderId,
    ]);
  });

  it('continues from another device, which knows the order alone', async () => {
    const [{ calls, variant }, other] = [await createPayer(api), await createPayer(api)];
    const { body } = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const resumed = await start(calls, provider, { more: { orderId: body.orderId } });
    expect([resumed.status, resumed.body]).toEqual([200, body]);
    expect((await start(other.calls, provider, { more: { orderId: body.orderId } })).status).toBe(404);
    await expire(body.orderId);
    const over = await start(calls, provider, { more: { orderId: body.orderId } });
    expect([over.status, over.body.code]).toEqual([402, 'payment_unverified']);
  });

  it('is placed by the request for the order itself, too', async () => {
    const { calls, variant } = await createPayer(api);
    const [order, key] = [onlineBody(variant), newKey()];
    const headers = { 'idempotency-key': key };
    const { body } = await start(calls, provider, { order, key });
    const early = await calls.post('/api/orders', { body: order, headers });
    expect([early.status, early.body.code, early.body.error]).toEqual([
      402,
      'payment_unverified',
      'Payment verification failed.',
    ]);
    await sandbox.pay(body.id);
    const placed = await calls.post('/api/orders', { body: order, headers });
    expect([placed.status, placed.body.orderId]).toEqual([201, body.orderId]);
    expect((await calls.post('/api/orders', { body: order, headers })).body).toEqual(placed.body);
    expect(await outcomeOf(body.orderId)).toEqual(PAID);
  });

  it('is found again by a client that sends no keys', async () => {
    const { calls, variant } = await createPayer(api);
    const order = onlineBody(variant);
    const { body } = await start(calls, provider, { order, key: newKey() });
    await sandbox.pay(body.id);
    const placed = await calls.post('/api/orders', { body: order });
    expect([placed.status, placed.body.orderId]).toEqual([201, body.orderId]);
  });

  it.each([
    ['another amount', { amount: 20_000 }],
    ['another currency', { currency: provider === 'stripe' ? 'usd' : 'USD' }],
  ])('that was paid with %s is not paid: the money goes back', async (_, payer) => {
    const { calls, variant } = await createPayer(api);
    const { body } = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    await sandbox.pay(body.id, 'pay', payer);
    await calls.get(`/api/orders/${body.orderId}/payment`);
    expect(await outcomeOf(body.orderId)).toEqual(AWAITING);
    expect(await paymentsOf(body.orderId)).toMatchObject([{ state: 'refund_due', refunds: 1 }]);
  });

  it('that has expired is refunded, and never visible to the shop', async () => {
    const { calls, variant } = await createPayer(api);
    const [order, key] = [onlineBody(variant), newKey()];
    const { body } = await start(calls, provider, { order, key });
    await expire(body.orderId);
    await sandbox.pay(body.id);
    const { body: payment } = await calls.get(`/api/orders/${body.orderId}/payment`);
    expect(payment).toMatchObject({ payment_status: 'expired', can_retry: false });
    const late = await calls.post('/api/orders', { body: order, headers: { 'idempotency-key': key } });
    expect([late.status, late.body.message]).toEqual([
      402,
      'The time to pay for this order has expired. Please place it again.',
    ]);
    // Under the same key, a new order begins.
    const again = await start(calls, provider, { order, key });
    expect(again.status).toBe(200);
    expect(again.body.orderId).not.toBe(body.orderId);
  });
});

/** As the sweeper does it. */
async function expire(orderId: number): Promise<void> {
  const { pool } = database();
  await pool.query(`UPDATE orders SET payment_status = 'expired', reserved_until = now() WHERE id = $1`, [orderId]);
  await pool.query(
    `WITH back AS (
       INSERT INTO stock_ledger (variant_id, delta, reason, order_id) SELECT variant_id, quantity, 'release', order_id
       FROM order_items WHERE order_id = $1 RETURNING variant_id, delta)
     UPDATE variants v SET stock = stock + back.delta FROM back WHERE v.id = back.variant_id`,
    [orderId],
  );
}

describe('a provider that cannot be asked', () => {
  const AWAY = 'Online payment is not available right now. Please try again in a moment, or pay in cash.';

  it.each(
    PROVIDERS.flatMap((provider) => [
      { provider, what: 'answers the page of a proxy', fault: { html: true } },
      { provider, what: 'is broken', fault: { status: 500 } },
      { provider, what: 'has had enough', fault: { status: 429 } },
      { provider, what: 'drops the connection', fault: { reset: 'before' as const } },
      { provider, what: 'is too slow', fault: { delayMs: 1_500 } },
    ]),
  )(
    '$provider $what: the text says what to do, the reservation stays, another try continues',
    async ({ provider, fault }) => {
      const { calls, variant } = await createPayer(api);
      const [order, key] = [onlineBody(variant), newKey()];
      sandbox.fault({ provider, method: 'POST', times: 3, ...fault });
      const refused = await start(calls, provider, { order, key });
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([503, 'unavailable', AWAY]);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await variant.$query()).toMatchObject({ stock: 999 });
      sandbox.providers.faults.clear();
      const again = await start(calls, provider, { order, key });
      expect(again.status).toBe(200);
      expect(await paymentsOf(again.body.orderId)).toHaveLength(1);
      expect(await variant.$query()).toMatchObject({ stock: 999 });
    },
  );

  it.each(PROVIDERS)(
    '%s, whose reply is lost after it did its part, is asked for the same object again',
    async (provider) => {
      const { calls, variant } = await createPayer(api);
      const [order, key] = [onlineBody(variant), newKey()];
      const before = objectsAt(provider);
      sandbox.fault({ provider, method: 'POST', times: 2, reset: 'after' });
      expect((await start(calls, provider, { order, key })).status).toBe(503);
      sandbox.providers.faults.clear();
      const { body } = await start(calls, provider, { order, key });
      expect(objectsAt(provider) - before).toBe(1);
      await sandbox.pay(body.id);
      expect((await calls.post('/api/orders', { body: order, headers: { 'idempotency-key': key } })).status).toBe(201);
    },
  );

  it.each(PROVIDERS)(
    'with %s unavailable, the payment is not marked as failed, and settles later',
    async (provider) => {
      const { calls, variant } = await createPayer(api);
      const [order, key] = [onlineBody(variant), newKey()];
      const { body } = await start(calls, provider, { order, key });
      await sandbox.pay(body.id);
      sandbox.setConditions({ razorpayDown: true, stripeDown: true });
      const headers = { 'idempotency-key': key };
      const placed = await calls.post('/api/orders', { body: order, headers });
      expect([placed.status, placed.body.code]).toEqual([503, 'unavailable']);
      expect((await calls.get(`/api/orders/${body.orderId}/payment`)).body.payment_status).toBe('awaiting');
      sandbox.setConditions({ razorpayDown: false, stripeDown: false });
      expect((await calls.post('/api/orders', { body: order, headers })).body.orderId).toBe(body.orderId);
    },
  );

  const objectsAt = (provider: (typeof PROVIDERS)[number]) =>
    Object.keys(
      provider === 'stripe' ? sandbox.providers.state.stripe.sessions : sandbox.providers.state.razorpay.orders,
    ).length;
});

describe('POST /api/razorpay/create-order', () => {
  it('answers the amount in paise, with what the checkout needs', async () => {
    const { calls } = await createPayer(api);
    const { status, body } = await calls.post('/api/razorpay/create-order', { body: { amount: 125.5 } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_/),
      amount: 12_550,
      currency: 'INR',
      key: sandbox.razorpay.keyId,
      checkout_url: '/dev/pay/checkout.js',
    });
    expect(sandbox.providers.state.razorpay.orders[body.id]).toMatchObject({ amount: 12_550, currency: 'INR' });
  });

  it.each([0, -1, 0.5, 1.005, 500_001, '100', null])('refuses an amount of %j', async (amount) => {
    const { calls } = await createPayer(api);
    const { status, body } = await calls.post('/api/razorpay/create-order', { body: { amount } });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  it('refuses an amount that is not the total of the order, and nothing at all', async () => {
    const { calls, variant } = await createPayer(api);
    const order = onlineBody(variant);
    expect((await start(calls, 'razorpay', { order, key: newKey(), more: { amount: 1 } })).body).toMatchObject({
      code: 'invalid_input',
      message: 'amount must be the total of the order',
    });
    expect((await calls.post('/api/razorpay/create-order', { body: {} })).status).toBe(400);
    const cash = await start(calls, 'razorpay', { order: { ...order, paymentMethod: 'cod' }, key: newKey() });
    expect(cash.status).toBe(400);
    expect(await variant.$query()).toMatchObject({ stock: 1_000 });
  });

  it('refuses what an order in cash is refused for', async () => {
    const { calls, variant } = await createPayer(api, 1);
    const begin = (order: object) => start(calls, 'razorpay', { order, key: newKey() });
    const [line] = onlineBody(variant).items;
    const stale = await begin({ ...onlineBody(variant), items: [{ ...line, price: 1 }], total: 1 });
    expect([stale.status, stale.body.code, stale.body.total]).toEqual([409, 'price_changed', 250]);
    const short = await begin(onlineBody(variant, 2));
    expect([short.status, short.body.code]).toEqual([409, 'out_of_stock']);
    const { variant: cheap, calls: theirs } = await createPayer(api);
    await cheap.$query().patch({ pricePaise: 5_000 });
    const small = await start(theirs, 'razorpay', { order: onlineBody(await cheap.$query()), key: newKey() });
    expect([small.status, small.body.message]).toEqual([422, 'Minimum order value for online payment is ₹200.']);
  });
});

describe('POST /api/stripe/create-checkout-session', () => {
  it('prices the cart itself where no order is sent', async () => {
    const { calls, variant } = await createPayer(api);
    const items = onlineBody(variant, 2).items.map((item) => ({ ...item, price: 1 }));
    const { status, body } = await start(calls, 'stripe', { more: { items } });
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['id', 'url']]);
    expect(sandbox.providers.state.stripe.sessions[body.id]).toMatchObject({ amount: 50_000, currency: 'inr' });
  });

  it.each([
    ['another origin', 'https://evil.example/#/order-summary'],
    ['no scheme', '//evil.example/#/order-summary'],
    ['backslashes', 'http:\\\\localhost:8080\\@evil.example/#/order-summary'],
    ['a user before the host', 'http://localhost:8080@evil.example/#/order-summary'],
    ['a user of our own', 'http://user:pass@localhost:8080/#/order-summary'],
    ['another port', 'http://localhost:8081/#/order-summary'],
    ['another scheme', 'https://localhost:8080/#/order-summary'],
    ['a script', 'javascript:alert(1)//http://localhost:8080/#/order-summary'],
    ['a path of its own', 'http://localhost:8080/uploads/x.html#/order-summary'],
    ['a query before the #', 'http://localhost:8080/?next=//evil.example#/order-summary'],
    ['no screen', 'http://localhost:8080/'],
    ['a screen that is none', 'http://localhost:8080/#/a-shop/logout'],
    ['an address inside of it', 'http://localhost:8080/#//evil.example/order-summary'],
    ['a line break', 'http://localhost:8080/\n#/order-summary'],
  ])('refuses to come back to %s', async (_, address) => {
    const { calls, variant } = await createPayer(api);
    for (const field of ['success_url', 'cancel_url']) {
      const answer = await start(calls, 'stripe', {
        order: onlineBody(variant),
        key: newKey(),
        more: { [field]: address },
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    }
    expect(await variant.$query()).toMatchObject({ stock: 1_000 });
  });

  it('comes back to where the request came to, while no address is configured', async () => {
    const { calls, variant } = await createPayer(api);
    const success_url = `${api.url}/#/a-shop/order-summary?success=true&session={CHECKOUT_SESSION_ID}`;
    const { status, body } = await start(calls, 'stripe', { order: onlineBody(variant), more: { success_url } });
    expect(status).toBe(200);
    expect((await sandbox.pay(body.id)).returnTo).toBe(success_url.replace('{CHECKOUT_SESSION_ID}', body.id));
  });

  it('accepts the addresses of our own pages', () => {
    expect(RETURN.success_url).toContain('http://localhost:8080/#/');
  });
});

describe('money that came before its order', () => {
  it.each(PROVIDERS)('through %s is taken by the order of that total, once', async (provider) => {
    const { calls, variant } = await createPayer(api);
    const order = onlineBody(variant, 3);
    const more = provider === 'razorpay' ? { amount: 750 } : { items: order.items };
    const { body } = await start(calls, provider, { more });
    await sandbox.pay(body.id);
    const placed = await Promise.all([1, 2, 3].map(() => calls.post('/api/orders', { body: order })));
    expect(placed.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = new Set(placed.map((each) => each.body.orderId));
    expect(ids.size).toBe(1);
    const [orderId] = [...ids];
    expect(await outcomeOf(orderId)).toEqual(PAID);
    expect(await paymentsOf(orderId)).toEqual([{ provider, state: 'consumed', refunds: 0 }]);
    // The payment is used up.
    const another = await calls.post('/api/orders', { body: order, headers: { 'idempotency-key': newKey() } });
    expect([another.status, another.body.code]).toEqual([402, 'payment_unverified']);
  });

  it('is not used by an order of another total, or of another customer', async () => {
    const [{ calls, variant }, other] = [await createPayer(api), await createPayer(api)];
    const { body } = await calls.post('/api/razorpay/create-order', { body: { amount: 250 } });
    await sandbox.pay(body.id);
    expect((await calls.post('/api/orders', { body: onlineBody(variant, 2) })).status).toBe(402);
    expect((await other.calls.post('/api/orders', { body: onlineBody(other.variant) })).status).toBe(402);
    expect((await calls.post('/api/orders', { body: onlineBody(variant) })).status).toBe(201);
  });
});

it('one click, one charge', async () => {
  const { calls, variant } = await createPayer(api);
  const { body } = await start(calls, 'razorpay', { order: onlineBody(variant), key: newKey() });
  await sandbox.pay(body.id);
  await Promise.all([1, 2, 3, 4, 5].map(() => calls.get(`/api/orders/${body.orderId}/payment`)));
  expect(chargesOf(sandbox, body.id)).toBe(1);
});

it('keeps the accounting invariants', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
