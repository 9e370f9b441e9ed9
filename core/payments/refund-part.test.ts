import type { PaymentProvider } from '@haat/contract/payments/payment';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_CONDITIONS } from '../../tests/fixtures/payments/faults.ts';
import { advanceTime, type Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database, inTransaction } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { paymentGateway } from '../gateways/payments/gateways.ts';
import { createMember, createProduct, createShop, createUser, type UserWithEmail } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { startPayments } from '../test/payments.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { endOrder } from '../orders/life/end-order.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { startOrderPayment } from '../orders/place/start-order-payment.ts';
import { payRefundsOfPayment } from './pay-refunds.ts';
import { readPaymentHealth } from './payment-health.ts';
import { refundPart } from './refund-part.ts';
import { type PartReason, refundPayment } from './refunds.ts';
import { settlePayment } from './settle-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

let sandbox: Sandbox;
/** By how much the providers' clocks are ahead. */
let later = 0;
let shop: Shop;
let variant: Variant;
let customer: UserWithEmail;
let vendor: Session;
let operatorId: number;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments({ now: () => Date.now() + later });
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1_000 }] });
  variant = variants[0]!;
  vendor = sessionOf(await createMember({ shop }), 'vendor');
  operatorId = (await createUser({ isPlatformAdmin: true })).id;
});
afterEach(() => {
  sandbox.providers.faults.clear();
  sandbox.setConditions(GOOD_CONDITIONS);
});
afterAll(async () => {
  await sandbox.stop();
  await stopServices();
});

const sessionOf = (user: User, role?: Session['role']): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: '00000000-0000-0000-0000-000000000000',
  email: user.email,
  shopId: shop.id,
  shopSlug: shop.slug,
  role,
  isPlatformAdmin: user.isPlatformAdmin,
});

const ascending = (a: number, b: number): number => a - b;
const PROVIDERS = ['razorpay', 'stripe'] as const;
const returnTo = { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' };
const rows = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

let made = 0;
const newKey = () => `order-that-is-refunded-in-parts-${(made += 1)}`;

type Paid = { provider: PaymentProvider; orderId: number; paymentId: number; charge: string };

/** An order of 500 rupees that is paid. */
async function paidOrder(provider: PaymentProvider): Promise<Paid> {
  const order = orderBody([{ variant, quantity: 2 }], { paymentMethod: 'online' });
  const started = await startOrderPayment({ provider, user: customer, order, idempotencyKey: newKey(), returnTo });
  await sandbox.pay(started.providerOrderId);
  const { paymentId } = await settlePayment({ provider, providerOrderId: started.providerOrderId, source: 'webhook' });
  const [payment] = await rows<{ charge: string }>(
    'SELECT provider_payment_id AS charge FROM payments WHERE id = $1',
    paymentId,
  );
  return { provider, orderId: started.order!.id, paymentId, charge: payment!.charge };
}

/** An order of 500 rupees in cash, handed over or not. */
async function cashOrder({ isDelivered = true } = {}): Promise<number> {
  const body = orderBody([{ variant, quantity: 2 }]);
  const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: newKey() });
  const steps = isDelivered ? (['Accepted', 'Ready', 'Delivered'] as const) : [];
  for (const to of steps) await advanceOrderStatus({ orderId: id, to, by: vendor });
  return id;
}

const give = (orderId: number, amountPaise: number, reason: PartReason = 'problem') =>
  inTransaction(async (client) => {
    await client.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
    const by = { actor: 'shop', actorId: vendor.userId } as const;
    return refundPart(client, { orderId, amountPaise, reason, text: 'A broken bottle', by });
  });

const refundsDueNow = () => rows('UPDATE refunds SET next_check_at = now()');
const sweep = () => Promise.all([sweepPayments(), sweepPayments(), sweepPayments()]);

async function fate(orderId: number) {
  const [row] = await rows<object>(
    `SELECT o.payment_status AS order, o.refunded_paise::int AS refunded, p.state AS payment,
       ARRAY(SELECT r.state || ' ' || r.amount_paise FROM refunds r WHERE r.payment_id = p.id ORDER BY r.id) AS refunds
     FROM orders o LEFT JOIN payments p ON p.order_id = o.id WHERE o.id = $1`,
    orderId,
  );
  return row;
}

const eventsOf = (orderId: number) =>
  rows<{ kind: string; paise: number; actor: string }>(
    `SELECT kind, (details ->> 'paise')::int AS paise, actor FROM order_events
     WHERE order_id = $1 AND kind IN ('refund_due', 'refunded') ORDER BY id`,
    orderId,
  );

const returned = async (provider: PaymentProvider, work: () => Promise<unknown>): Promise<number> => {
  const before = sandbox.ledger()[provider].refunded;
  await work();
  return sandbox.ledger()[provider].refunded - before;
};

/** As an operator does in the provider's dashboard. */
const refundInDashboard = ({ provider, charge }: Paid, amountPaise: number) =>
  paymentGateway(provider)!.refund({
    reference: `by hand ${charge} ${amountPaise}`,
    providerPaymentId: charge,
    amountPaise,
  });

const reported = ({ paymentId }: Paid) => settlePayment({ paymentId, source: 'webhook', isRefundReported: true });

describe.each(PROVIDERS)('a payment through %s', (provider) => {
  it('is refunded in parts, each once, and stays with its order until nothing is left of it', async () => {
    const { orderId, paymentId } = await paidOrder(provider);
    expect(await give(orderId, 12_000)).toMatchObject({ onlinePaise: 12_000, cashPaise: 0 });
    expect(await fate(orderId)).toEqual({
      order: 'paid',
      refunded: 12_000,
      payment: 'consumed',
      refunds: ['due 12000'],
    });
    expect(await returned(provider, sweep)).toBe(12_000);
    expect(await fate(orderId)).toMatchObject({ order: 'paid', payment: 'consumed', refunds: ['done 12000'] });

    await give(orderId, 8_000);
    await give(orderId, 8_000);
    expect(await returned(provider, sweep)).toBe(16_000);
    expect(await fate(orderId)).toMatchObject({ order: 'paid', refunded: 28_000, payment: 'consumed' });

    await expect(give(orderId, 22_001)).rejects.toMatchObject({ code: 'refund_too_high', details: { left: 220 } });
    await give(orderId, 22_000);
    expect(await fate(orderId)).toMatchObject({ order: 'refund_due', refunded: 50_000, payment: 'refund_due' });
    await expect(give(orderId, 1)).rejects.toMatchObject({ code: 'refund_too_high', details: { left: 0 } });
    expect(await returned(provider, sweep)).toBe(22_000);
    expect(await fate(orderId)).toMatchObject({ order: 'refunded', refunded: 50_000, payment: 'refunded' });

    const sums = [12_000, 8_000, 8_000, 22_000];
    const events = await eventsOf(orderId);
    expect(events.filter(({ kind }) => kind === 'refund_due')).toEqual(
      sums.map((paise) => ({ kind: 'refund_due', paise, actor: 'shop' })),
    );
    expect(
      events
        .filter(({ kind }) => kind === 'refunded')
        .map(({ paise }) => paise)
        .toSorted(ascending),
    ).toEqual(sums.toSorted(ascending));
    const notified = await rows(`SELECT FROM notifications WHERE order_id = $1 AND kind = 'order.refund'`, orderId);
    expect(notified).toHaveLength(4);
    const [timeline] = await rows<{ walk: string[] }>(
      'SELECT array_agg(to_state ORDER BY id) AS walk FROM payment_events WHERE payment_id = $1',
      paymentId,
    );
    expect(timeline?.walk.at(-1)).toBe('refunded');
  });

  it('never has more refunded than was paid, however many parts are decided at once', async () => {
    const { orderId } = await paidOrder(provider);
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => give(orderId, 20_000)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await returned(provider, sweep)).toBe(40_000);
  });

  it('has one refund of a part when its response is lost', async () => {
    const { orderId } = await paidOrder(provider);
    await give(orderId, 12_000);
    sandbox.fault({ provider, method: 'POST', path: 'refund', reset: 'after', times: 2 });
    expect(await returned(provider, sweep)).toBe(12_000);
    expect(await fate(orderId)).toMatchObject({ refunds: ['due 12000'] });
    sandbox.providers.faults.clear();
    await refundsDueNow();
    expect(await returned(provider, sweep)).toBe(0);
    expect(await fate(orderId)).toMatchObject({ refunds: ['done 12000'] });
  });

  it('is refunded whole once its parts, which take days, have arrived', async () => {
    const { orderId } = await paidOrder(provider);
    sandbox.setConditions({ refunds: 'pending', refundMs: 60_000 });
    await give(orderId, 30_000);
    await sweep();
    await give(orderId, 20_000);
    sandbox.setConditions({ refunds: 'done' });
    await sweep();
    expect(await fate(orderId)).toMatchObject({
      order: 'refund_due',
      payment: 'refund_due',
      refunds: ['requested 30000', 'done 20000'],
    });
    later += 60_000;
    advanceTime(sandbox.providers);
    await refundsDueNow();
    await sweep();
    expect(await fate(orderId)).toMatchObject({ order: 'refunded', payment: 'refunded' });
  });

  it('whose order ends, or that the operator refunds, is refunded by what is left', async () => {
    const [cancelled, byOperator] = [await paidOrder(provider), await paidOrder(provider)];
    await give(cancelled.orderId, 12_000, 'goodwill');
    await give(byOperator.orderId, 9_000);
    expect(
      await returned(provider, async () => {
        await endOrder({ orderId: cancelled.orderId, exit: 'decline', by: vendor, reason: 'too_busy' });
        await refundPayment({ paymentId: byOperator.paymentId, actorId: operatorId });
        await sweep();
      }),
    ).toBe(100_000);
    expect(await fate(cancelled.orderId)).toMatchObject({ order: 'refunded', refunds: ['done 12000', 'done 38000'] });
    expect(await fate(byOperator.orderId)).toMatchObject({ order: 'refunded', refunds: ['done 9000', 'done 41000'] });
  });

  it('has what the operator refunded in the dashboard recorded, in parts and whole', async () => {
    const paid = await paidOrder(provider);
    await give(paid.orderId, 10_000);
    await sweep();
    await refundInDashboard(paid, 15_000);
    await reported(paid);
    await reported(paid);
    expect(await fate(paid.orderId)).toMatchObject({ order: 'paid', refunded: 25_000, payment: 'consumed' });
    await expect(give(paid.orderId, 25_001)).rejects.toMatchObject({ details: { left: 250 } });
    await refundInDashboard(paid, 25_000);
    await reported(paid);
    await sweep();
    expect(await fate(paid.orderId)).toEqual({
      order: 'refunded',
      refunded: 50_000,
      payment: 'refunded',
      refunds: ['done 10000', 'done 15000', 'done 25000'],
    });
  });

  it('pays of a refund that is due only what the dashboard has left', async () => {
    const paid = await paidOrder(provider);
    await give(paid.orderId, 40_000);
    await refundInDashboard(paid, 30_000);
    expect(await returned(provider, sweep)).toBe(20_000);
    expect(await fate(paid.orderId)).toEqual({
      order: 'refunded',
      refunded: 50_000,
      payment: 'refunded',
      refunds: ['done 20000', 'done 30000'],
    });
    const whole = await paidOrder(provider);
    await give(whole.orderId, 20_000);
    await refundInDashboard(whole, 50_000);
    expect(await returned(provider, sweep)).toBe(0);
    expect(await fate(whole.orderId)).toMatchObject({ order: 'refunded', refunded: 50_000, refunds: ['done 50000'] });
  });

  it('keeps a declined part as owed, retries it, and lets the operator try again', async () => {
    const { orderId, paymentId } = await paidOrder(provider);
    await give(orderId, 12_000);
    for (let decline = 1; decline <= 5; decline += 1) {
      sandbox.fault({ provider, method: 'POST', path: 'refund', status: 400 });
      await sweep();
      await refundsDueNow();
    }
    expect(await fate(orderId)).toMatchObject({ order: 'paid', payment: 'consumed', refunded: 12_000 });
    expect((await readPaymentHealth()).refundsFailed).toBe(1);
    await expect(give(orderId, 38_001)).rejects.toMatchObject({ details: { left: 380 } });
    await refundPayment({ paymentId, actorId: operatorId });
    expect((await readPaymentHealth()).refundsFailed).toBe(0);
    expect(await returned(provider, sweep)).toBe(12_000);
    expect(await fate(orderId)).toMatchObject({ order: 'paid', payment: 'consumed', refunded: 12_000 });
  });
});

it('does not request a refund twice when the operator checks it while a worker pays it', async () => {
  const { orderId, paymentId, charge } = await paidOrder('razorpay');
  await give(orderId, 12_000);
  sandbox.fault({ provider: 'razorpay', method: 'POST', path: 'refund', delayMs: 200 });
  await Promise.all([sweepPayments(), payRefundsOfPayment(paymentId), payRefundsOfPayment(paymentId)]);
  const { refunds } = sandbox.providers.state.razorpay;
  expect(Object.values(refunds).filter((refund) => refund.paymentId === charge)).toHaveLength(1);
});

it('counts a lowered total as no part of the total that went back', async () => {
  const { orderId } = await paidOrder('stripe');
  await inTransaction(async (client) => {
    await client.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
    const by = { actor: 'shop', actorId: vendor.userId } as const;
    await refundPart(client, { orderId, amountPaise: 10_000, reason: 'adjustment', by });
    await client.query('UPDATE orders SET total_paise = 40000 WHERE id = $1', [orderId]);
    await client.query('UPDATE order_items SET quantity = 1, unit_price_paise = 40000 WHERE order_id = $1', [orderId]);
    await client.query(`UPDATE stock_ledger SET delta = -1 WHERE order_id = $1 AND reason = 'sale'`, [orderId]);
    await client.query('UPDATE variants SET stock = stock + 1 WHERE id = $1', [variant.id]);
  });
  expect(await fate(orderId)).toMatchObject({ order: 'paid', refunded: 0, payment: 'consumed' });
  await expect(give(orderId, 40_001)).rejects.toMatchObject({ details: { left: 400 } });
  expect(await returned('stripe', sweep)).toBe(10_000);
});

describe('cash', () => {
  it('that was collected is recorded as paid out, up to what was collected', async () => {
    const orderId = await cashOrder();
    expect(await give(orderId, 12_000)).toMatchObject({ onlinePaise: 0, cashPaise: 12_000 });
    expect(await fate(orderId)).toMatchObject({ order: 'collected', refunded: 12_000, payment: null });
    await expect(give(orderId, 38_001)).rejects.toMatchObject({ code: 'refund_too_high', details: { left: 380 } });
    await give(orderId, 38_000);
    expect(await eventsOf(orderId)).toEqual([
      { kind: 'refunded', paise: 12_000, actor: 'shop' },
      { kind: 'refunded', paise: 38_000, actor: 'shop' },
    ]);
  });

  it('that was not collected is not paid out', async () => {
    const orderId = await cashOrder({ isDelivered: false });
    expect(await give(orderId, 12_000, 'adjustment')).toBeUndefined();
    expect(await fate(orderId)).toMatchObject({ order: 'due', refunded: 0 });
    expect(await eventsOf(orderId)).toEqual([]);
  });
});

it('leaves the money consistent to the paisa', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
  const [books] = await rows<{ kept: number; captured: number }>(`
    SELECT (SELECT sum(total_paise - refunded_paise)::int FROM orders WHERE payment_status = 'paid') AS kept,
      (SELECT sum(amount_paise)::int FROM payments WHERE paid_at IS NOT NULL) AS captured`);
  const { stripe, razorpay } = sandbox.ledger();
  expect(stripe.captured + razorpay.captured).toBe(books?.captured);
  expect(stripe.captured + razorpay.captured).toBe((books?.kept ?? 0) + stripe.refunded + razorpay.refunded);
  expect(await readPaymentHealth()).toMatchObject({ moneyWithoutOrder: 0, orderWithoutMoney: 0, refundsFailed: 0 });
});
