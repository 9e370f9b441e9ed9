import type { PaymentProvider } from '@haat/contract/payments/payment';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, advanceTime } from '../../tests/fixtures/payments/start-sandbox.ts';
import { GOOD_CONDITIONS } from '../../tests/fixtures/payments/faults.ts';
import { connectDatabase, database } from '../db/database.ts';
import { createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { startPayments } from '../test/payments.ts';
import { stopServices } from '../test/stop-services.ts';
import { blockAccount } from '../platform/block-account.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { startOrderPayment } from '../orders/place/start-order-payment.ts';
import { releaseOverdueReservations } from './release-reservations.ts';
import { readPaymentHealth } from './payment-health.ts';
import { processWebhookEvent } from './webhooks.ts';
import { settlePayment } from './settle-payment.ts';
import { startBarePayment } from './start-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

let sandbox: Sandbox;
/** By how much the providers' clocks are ahead. */
let later = 0;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments({ now: () => Date.now() + later });
});
afterEach(() => {
  sandbox.providers.faults.clear();
  sandbox.setConditions(GOOD_CONDITIONS);
});
afterAll(async () => {
  await sandbox.stop();
  await stopServices();
});

const PROVIDERS = ['razorpay', 'stripe'] as const;
const returnTo = { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' };
const sql = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

let made = 0;
/** An order of two items at 250 rupees that awaits its payment. */
async function placeUnpaid(provider: PaymentProvider) {
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 10 }] });
  const order = orderBody([{ variant: variants[0]!, quantity: 2 }], { paymentMethod: 'online' });
  const idempotencyKey = `unpaid-order-of-a-sweep-${(made += 1)}`;
  const started = await startOrderPayment({ provider, user, order, idempotencyKey, returnTo });
  return { user, shop, variant: variants[0]!, orderId: started.order!.id, payAt: started.providerOrderId };
}

const pay = async (provider: PaymentProvider, user: { id: number; email: string }) =>
  (await startBarePayment({ provider, user, amountPaise: 50_000, lines: LINES, returnTo })).providerOrderId;
const LINES = [{ name: 'Rice', quantity: 1, pricePaise: 50_000 }];

/** As if the order had been placed so many minutes earlier. */
const ago = (orderId: number, minutes: number) =>
  sql(
    `UPDATE orders SET reserved_until = reserved_until - make_interval(mins => $2), reservation_check_at = NULL WHERE id = $1`,
    [orderId, minutes],
  );
const dueNow = (payAt: string) =>
  sql('UPDATE payments SET next_check_at = now() WHERE provider_order_id = $1', [payAt]);
const refundsDueNow = () => sql('UPDATE refunds SET next_check_at = now()', []);

/** Three concurrent workers. */
const sweep = () => Promise.all([sweepPayments(), sweepPayments(), sweepPayments()]);

async function fate(payAt: string) {
  const [row] = await sql<{ state: string; order: string | null; refunds: string[] }>(
    `SELECT p.state, (SELECT payment_status FROM orders WHERE id = p.order_id) AS order,
       ARRAY(SELECT state FROM refunds WHERE payment_id = p.id ORDER BY id) AS refunds
     FROM payments p WHERE provider_order_id = $1`,
    [payAt],
  );
  return row;
}
const stockOf = async (id: number) =>
  (await sql<{ stock: number }>('SELECT stock FROM variants WHERE id = $1', [id]))[0]?.stock;
const releases = async (orderId: number) =>
  (await sql(`SELECT FROM stock_ledger WHERE order_id = $1 AND reason = 'release'`, [orderId])).length;
const notificationsOf = (userId: number) =>
  sql<{ kind: string; message: string }>('SELECT kind, message FROM notifications WHERE feed = $1', [`user:${userId}`]);
const refundCalls = () =>
  sandbox.requests.filter(({ method, path }) => method === 'POST' && path.includes('refund')).length;

describe.each(PROVIDERS)('a payment through %s', (provider) => {
  it('that is not made in time expires the order and releases its stock exactly once', async () => {
    const unpaid = await placeUnpaid(provider);
    await sweep();
    expect(await fate(unpaid.payAt)).toMatchObject({ state: 'created', order: 'awaiting' });
    await ago(unpaid.orderId, 10);
    await sweep();
    await ago(unpaid.orderId, 1);
    await sweep();
    expect(await fate(unpaid.payAt)).toMatchObject({ order: 'expired', refunds: [] });
    expect([await stockOf(unpaid.variant.id), await releases(unpaid.orderId)]).toEqual([10, 1]);
  });

  it('without a webhook makes the order paid, even after its time', async () => {
    const [inTime, late] = [await placeUnpaid(provider), await placeUnpaid(provider)];
    await sandbox.pay(inTime.payAt, 'close');
    await sandbox.pay(late.payAt, 'close');
    await dueNow(inTime.payAt);
    await ago(late.orderId, 11);
    await sweep();
    for (const { payAt, orderId, variant } of [inTime, late]) {
      expect(await fate(payAt)).toEqual({ state: 'consumed', order: 'paid', refunds: [] });
      expect([await stockOf(variant.id), await releases(orderId)]).toEqual([8, 0]);
      const shop = await sql(`SELECT FROM notifications WHERE order_id = $1 AND kind = 'order.placed'`, [orderId]);
      expect(shop).toHaveLength(1);
    }
  });

  it('keeps the stock reserved while the provider is down, for half an hour at most', async () => {
    const unpaid = await placeUnpaid(provider);
    sandbox.setConditions({ stripeDown: true, razorpayDown: true });
    await ago(unpaid.orderId, 11);
    await sweep();
    expect(await fate(unpaid.payAt)).toMatchObject({ state: 'created', order: 'awaiting' });
    expect(await stockOf(unpaid.variant.id)).toBe(8);
    await ago(unpaid.orderId, 30);
    await sweep();
    expect(await fate(unpaid.payAt)).toMatchObject({ order: 'expired' });
    expect(await stockOf(unpaid.variant.id)).toBe(10);
  });

  it('is checked again later when the provider is slow', async () => {
    const unpaid = await placeUnpaid(provider);
    sandbox.providers.faults.add({ provider, delayMs: 2_000, times: 4, path: '/', html: false });
    await ago(unpaid.orderId, 11);
    await sweep();
    expect(await fate(unpaid.payAt)).toMatchObject({ order: 'awaiting' });
    sandbox.providers.faults.clear();
    await ago(unpaid.orderId, 0);
    await sweep();
    expect(await fate(unpaid.payAt)).toMatchObject({ order: 'expired' });
  });

  it('without an order is refunded once after half an hour, and the customer is notified', async () => {
    const user = await createUser();
    const payAt = await pay(provider, user);
    await sandbox.pay(payAt, 'close');
    await dueNow(payAt);
    await sweep();
    expect(await fate(payAt)).toEqual({ state: 'paid', order: null, refunds: [] });
    await sql(`UPDATE payments SET paid_at = paid_at - interval '31 minutes' WHERE provider_order_id = $1`, [payAt]);
    const [before, { refunded }] = [refundCalls(), sandbox.ledger()[provider]];
    await sweep();
    await sweep();
    expect(await fate(payAt)).toEqual({ state: 'refunded', order: null, refunds: ['done'] });
    expect(refundCalls() - before).toBe(1);
    expect(sandbox.ledger()[provider].refunded - refunded).toBe(50_000);
    expect(await notificationsOf(user.id)).toEqual([]);
    const mails = await sql(
      `SELECT FROM outbox b JOIN refunds r ON r.id = b.subject_id JOIN payments p ON p.id = r.payment_id
       WHERE b.topic = 'refund.sent' AND p.provider_order_id = $1`,
      [payAt],
    );
    expect(mails).toHaveLength(1);
  });

  it('without an order can still be used for one, until it is refunded', async () => {
    const user = await createUser();
    const [used, returned] = [await pay(provider, user), await pay(provider, user)];
    for (const payAt of [used, returned]) {
      await sandbox.pay(payAt, 'close');
      await settlePayment({ provider, providerOrderId: payAt, source: 'webhook' });
    }
    await sql(`UPDATE payments SET paid_at = paid_at - interval '31 minutes' WHERE provider_order_id = $1`, [returned]);
    const { variants } = await createProduct({ shop: await createShop(), variants: [{ pricePaise: 50_000 }] });
    const body = orderBody([{ variant: variants[0]! }], { paymentMethod: 'online' });
    await Promise.all([sweep(), placeOrder({ userId: user.id, body, idempotencyKey: `late-order-${provider}-1` })]);
    const states = [await fate(used), await fate(returned)].map((each) => each?.state);
    // One of them became an order; the other was refunded or waits.
    expect(states).toContain('consumed');
    expect(states.filter((state) => state === 'consumed')).toHaveLength(1);
  });

  it('is checked once per interval by any number of workers', async () => {
    const unpaid = await placeUnpaid(provider);
    await dueNow(unpaid.payAt);
    const before = sandbox.requests.length;
    await sweep();
    const asked = sandbox.requests.slice(before).filter(({ path }) => path.includes(unpaid.payAt));
    expect(asked).toHaveLength(1);
    const [row] = await sql<{ wait: number }>(
      `SELECT extract(epoch FROM next_check_at - now())::int AS wait FROM payments WHERE provider_order_id = $1`,
      [unpaid.payAt],
    );
    expect(row?.wait).toBeGreaterThan(20);
  });
});

describe('a payment that arrives too late', () => {
  it('is refunded at once, and its order stays expired', async () => {
    const unpaid = await placeUnpaid('razorpay');
    await ago(unpaid.orderId, 10);
    await sweep();
    await sandbox.pay(unpaid.payAt);
    await settlePayment({ provider: 'razorpay', providerOrderId: unpaid.payAt, source: 'webhook' });
    expect(await fate(unpaid.payAt)).toEqual({ state: 'refund_due', order: 'expired', refunds: ['due'] });
    await sweep();
    expect(await fate(unpaid.payAt)).toEqual({ state: 'refunded', order: 'expired', refunds: ['done'] });
    expect(await notificationsOf(unpaid.user.id)).toEqual([
      { kind: 'order.expired', message: expect.stringMatching(/^Order H\d+ expired unpaid$/) },
      { kind: 'order.refund', message: expect.stringMatching(/^Order H\d+: ₹500\.00 is being refunded$/) },
    ]);
    expect([await stockOf(unpaid.variant.id), await releases(unpaid.orderId)]).toEqual([10, 1]);
  });

  it('is impossible on a page that was closed', async () => {
    const unpaid = await placeUnpaid('stripe');
    await ago(unpaid.orderId, 10);
    await sweep();
    await expect(sandbox.pay(unpaid.payAt)).rejects.toThrow(/expired/);
    expect(await fate(unpaid.payAt)).toMatchObject({ state: 'failed', order: 'expired' });
  });

  it('at the moment in which the order expires is either an order or a refund', async () => {
    const unpaid = await Promise.all(Array.from({ length: 6 }, () => placeUnpaid('razorpay')));
    for (const { orderId } of unpaid) await ago(orderId, 10);
    const settle = async ({ payAt }: (typeof unpaid)[number]) => {
      await sandbox.pay(payAt);
      await settlePayment({ provider: 'razorpay', providerOrderId: payAt, source: 'verify' });
    };
    await Promise.all([releaseOverdueReservations(), ...unpaid.map(settle), releaseOverdueReservations()]);
    await sweep();
    for (const { payAt, variant } of unpaid) {
      const { state, order } = (await fate(payAt)) ?? {};
      const stock = await stockOf(variant.id);
      expect([
        ['consumed', 'paid', 8],
        ['refunded', 'expired', 10],
      ]).toContainEqual([state, order, stock]);
    }
  });
});

describe('an order whose customer is blocked before it is paid', () => {
  const block = ({ shop, user }: Awaited<ReturnType<typeof placeUnpaid>>) =>
    sql('INSERT INTO shop_customers (shop_id, user_id, blocked_at) VALUES ($1, $2, now())', [shop.id, user.id]);

  it.each(PROVIDERS)('is not placed: it expires and the payment by %s is refunded', async (provider) => {
    const unpaid = await placeUnpaid(provider);
    await block(unpaid);
    await sandbox.pay(unpaid.payAt);
    await settlePayment({ provider, providerOrderId: unpaid.payAt, source: 'webhook' });
    expect(await fate(unpaid.payAt)).toEqual({ state: 'refund_due', order: 'expired', refunds: ['due'] });
    expect([await stockOf(unpaid.variant.id), await releases(unpaid.orderId)]).toEqual([10, 1]);
    await sweep();
    expect(await fate(unpaid.payAt)).toEqual({ state: 'refunded', order: 'expired', refunds: ['done'] });
    expect(await notificationsOf(unpaid.user.id)).toEqual([
      { kind: 'order.refund', message: expect.stringMatching(/^Order H\d+: ₹500\.00 is being refunded$/) },
    ]);
    expect(await sql('SELECT FROM notifications WHERE feed = $1', [`shop:${unpaid.shop.id}`])).toEqual([]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is not placed either when the operator has blocked the account', async () => {
    const unpaid = await placeUnpaid('razorpay');
    await blockAccount({ userId: unpaid.user.id, actorId: null, isBlocked: true });
    await sandbox.pay(unpaid.payAt);
    await settlePayment({ provider: 'razorpay', providerOrderId: unpaid.payAt, source: 'webhook' });
    expect(await fate(unpaid.payAt)).toEqual({ state: 'refund_due', order: 'expired', refunds: ['due'] });
    expect(await stockOf(unpaid.variant.id)).toBe(10);
    await sweep();
    expect(await fate(unpaid.payAt)).toEqual({ state: 'refunded', order: 'expired', refunds: ['done'] });
    expect(await sql('SELECT FROM notifications WHERE feed = $1', [`shop:${unpaid.shop.id}`])).toEqual([]);
  });

  it('is placed when another shop has blocked the customer', async () => {
    const unpaid = await placeUnpaid('razorpay');
    await block({ ...unpaid, shop: await createShop() });
    await sandbox.pay(unpaid.payAt);
    await settlePayment({ provider: 'razorpay', providerOrderId: unpaid.payAt, source: 'webhook' });
    expect(await fate(unpaid.payAt)).toMatchObject({ state: 'consumed', order: 'paid' });
  });
});

describe('a refund', () => {
  /** A refund that was requested. */
  async function owed(provider: PaymentProvider): Promise<string> {
    const payAt = await pay(provider, await createUser());
    await sandbox.pay(payAt, 'close');
    await settlePayment({ provider, providerOrderId: payAt, source: 'webhook' });
    await sql(`UPDATE payments SET paid_at = paid_at - interval '31 minutes' WHERE provider_order_id = $1`, [payAt]);
    return payAt;
  }

  it.each(PROVIDERS)('whose response from %s is lost is paid once', async (provider) => {
    const payAt = await owed(provider);
    const { refunded } = sandbox.ledger()[provider];
    sandbox.fault({ provider, method: 'POST', path: 'refund', reset: 'after', times: 2 });
    await sweep();
    expect(await fate(payAt)).toMatchObject({ state: 'refund_due', refunds: ['due'] });
    sandbox.providers.faults.clear();
    await refundsDueNow();
    await sweep();
    expect(await fate(payAt)).toMatchObject({ state: 'refunded', refunds: ['done'] });
    expect(sandbox.ledger()[provider].refunded - refunded).toBe(50_000);
  });

  it.each(PROVIDERS)('that takes %s some days is followed to its end, with one notification', async (provider) => {
    const payAt = await owed(provider);
    sandbox.setConditions({ refunds: 'pending', refundMs: 60_000 });
    await sweep();
    expect(await fate(payAt)).toMatchObject({ state: 'refund_due', refunds: ['requested'] });
    expect(await readPaymentHealth()).toMatchObject({ refundsWaiting: 1, moneyWithoutOrder: 0 });
    later += 60_000;
    advanceTime(sandbox.providers);
    await refundsDueNow();
    await sweep();
    expect(await fate(payAt)).toMatchObject({ state: 'refunded', refunds: ['done'] });
  });

  it('that is declined is retried under another reference, five times in all, and then needs attention', async () => {
    const payAt = await owed('razorpay');
    for (let refusal = 1; refusal <= 5; refusal += 1) {
      sandbox.fault({ provider: 'razorpay', method: 'POST', path: 'refund', status: 400 });
      await sweep();
      expect((await fate(payAt))?.refunds).toEqual([...Array<string>(refusal).fill('failed'), 'due'].slice(0, 5));
      await refundsDueNow();
    }
    await sweep();
    expect(await fate(payAt)).toMatchObject({ state: 'refund_due', refunds: Array<string>(5).fill('failed') });
    expect(await readPaymentHealth()).toMatchObject({ refundsFailed: 1, refundsWaiting: 0 });
  });
});

it('checks a refund as soon as its provider has reported it', async () => {
  const user = await createUser();
  const payAt = await pay('stripe', user);
  await sandbox.pay(payAt, 'close');
  await settlePayment({ provider: 'stripe', providerOrderId: payAt, source: 'webhook' });
  await sql(`UPDATE payments SET paid_at = paid_at - interval '31 minutes' WHERE provider_order_id = $1`, [payAt]);
  sandbox.setConditions({ refunds: 'pending', refundMs: 60_000 });
  await sweep();
  later += 60_000;
  advanceTime(sandbox.providers);
  await sweep();
  expect((await fate(payAt))?.refunds).toEqual(['requested']);
  const [{ charge } = { charge: '' }] = await sql<{ charge: string }>(
    'SELECT provider_payment_id AS charge FROM payments WHERE provider_order_id = $1',
    [payAt],
  );
  const payload = { data: { object: { object: 'refund', payment_intent: charge } } };
  await sql(
    `INSERT INTO webhook_events (provider, event_id, kind, payload) VALUES ('stripe', $1, 'refund.updated', $2)`,
    [`refund-of-${payAt}`, payload],
  );
  await processWebhookEvent({ provider: 'stripe', eventId: `refund-of-${payAt}` });
  await sweep();
  expect((await fate(payAt))?.refunds).toEqual(['done']);
});

it('retries webhook events that could not be processed', async () => {
  const unpaid = await placeUnpaid('razorpay');
  await sandbox.pay(unpaid.payAt, 'close');
  const payload = { event: 'order.paid', payload: { order: { entity: { id: unpaid.payAt } } } };
  await sql(
    `INSERT INTO webhook_events (provider, event_id, kind, payload, next_check_at)
     VALUES ('razorpay', $1, 'order.paid', $2, now())`,
    [`event-${unpaid.payAt}`, payload],
  );
  sandbox.setConditions({ razorpayDown: true });
  await sweep();
  const state = () =>
    sql('SELECT attempts, processed_at IS NOT NULL AS done FROM webhook_events WHERE event_id = $1', [
      `event-${unpaid.payAt}`,
    ]);
  expect(await state()).toEqual([{ attempts: 1, done: false }]);
  sandbox.setConditions(GOOD_CONDITIONS);
  await sql('UPDATE webhook_events SET next_check_at = now()', []);
  await sweep();
  expect(await state()).toEqual([{ attempts: 2, done: true }]);
  expect(await fate(unpaid.payAt)).toMatchObject({ state: 'consumed', order: 'paid' });
});

it('leaves nothing that needs attention, except what these tests caused', async () => {
  expect(await readPaymentHealth()).toMatchObject({ moneyWithoutOrder: 0, orderWithoutMoney: 0, orders: [] });
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
