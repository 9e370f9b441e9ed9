import type { PaymentProvider } from '@haat/contract/payments/payment';
import { connectDatabase, database } from '@haat/core/db/database';
import { paymentGateway } from '@haat/core/gateways/payments/gateways';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { startOrderPayment } from '@haat/core/orders/place/start-order-payment';
import { readPaymentHealth } from '@haat/core/payments/payment-health';
import { refundPayment } from '@haat/core/payments/refunds';
import { startBarePayment } from '@haat/core/payments/start-payment';
import { sweepPayments } from '@haat/core/payments/sweep-payments';
import { testDatabase } from '@haat/core/test/database';
import { createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { killLeftoverPrograms, startWorkerProgram } from '@haat/core/test/program';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seededRandom } from '../tests/fixtures/payments/providers.ts';
import type { Sandbox } from '../tests/fixtures/payments/start-sandbox.ts';
import { execute, withDatabase } from '../tests/setup/databases.ts';
import { startApi, type TestApi } from './test/api-client.ts';
import { RETURN } from './test/payment-helpers.ts';

const PROVIDERS = ['razorpay', 'stripe'] as const;
const DAY_MS = 86_400_000;
const WITHIN = { timeout: 50_000, interval: 200 };
const PRICE = 25_000;

let sandbox: Sandbox;
let api: TestApi;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments({ conditions: { webhooksHeld: true } });
  await startProgram();
});
afterAll(async () => {
  killLeftoverPrograms();
  await sandbox.stop();
  await api.stop();
  await stopServices();
});

async function startProgram(): Promise<void> {
  api = await startApi();
  sandbox.sendWebhooksTo(api.url);
}

// The copy stands for a backup; tools/backup/rehearsal.slow.test.ts takes and restores a real one.
const url = testDatabase();
const name = new URL(url).pathname.slice(1);

/** Copies the database, or puts the copy in its place, while no program runs. */
async function whileStopped(statements: string[]): Promise<void> {
  await api.stop();
  await stopServices();
  // A pooler keeps connections open, and a database that is in use cannot be copied.
  const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
  await execute(withDatabase(url, 'postgres'), [endSessions, ...statements]);
  connectDatabase();
  await startProgram();
}
const backUp = () => whileStopped([`CREATE DATABASE ${name}_copy TEMPLATE ${name}`]);
const restore = () =>
  whileStopped([`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name} TEMPLATE ${name}_copy`]);

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

type Customer = { id: number; email: string };
let keys = 0;
const returnTo = { success: RETURN.success_url, cancel: RETURN.cancel_url };

/** A variant at 250 rupees, in its own shop: a customer has one unpaid order at a shop. */
async function createVariant() {
  const { variants } = await createProduct({
    shop: await createShop(),
    variants: [{ pricePaise: PRICE, stock: 10_000 }],
  });
  return variants[0]!;
}

async function orderInCash(user: Customer): Promise<void> {
  const body = orderBody([{ variant: await createVariant() }]);
  await placeOrder({ userId: user.id, body, idempotencyKey: `restore-number-${(keys += 1)}` });
}

async function orderOnline(user: Customer, provider: PaymentProvider) {
  const order = orderBody([{ variant: await createVariant(), quantity: 2 }], { paymentMethod: 'online' });
  const idempotencyKey = `restore-number-${(keys += 1)}`;
  const started = await startOrderPayment({ provider, user, order, idempotencyKey, returnTo });
  return { orderId: started.order!.id, payAt: started.providerOrderId };
}

async function payBare(user: Customer, provider: PaymentProvider): Promise<string> {
  const lines = [{ name: 'Rice', quantity: 1, pricePaise: 31_000 }];
  const started = await startBarePayment({ provider, user, amountPaise: 31_000, lines, returnTo });
  await sandbox.pay(started.providerOrderId, 'close');
  return started.providerOrderId;
}

/** Another application on the same account of the provider. */
async function payElsewhere(provider: PaymentProvider): Promise<void> {
  const { providerOrderId } = await paymentGateway(provider)!.open({
    reference: 'ticket-17',
    notes: {},
    createdAt: new Date(),
    amountPaise: 7_700,
    lines: [{ name: 'A ticket', quantity: 1, pricePaise: 7_700 }],
    email: 'visitor@haat.example',
    returnTo,
    mayExist: false,
  });
  await sandbox.pay(providerOrderId, 'close');
}

/** Sends every event that the providers have, in any order and twice, eight at a time. */
async function deliverEverything(seed: number): Promise<void> {
  const { events } = sandbox.providers.state;
  expect(events.every(({ at }) => at > Date.now() - 3 * DAY_MS)).toBe(true);
  const random = seededRandom(seed);
  const waiting = [...events, ...events]
    .map(({ id }) => ({ id, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
  const refused: (string | undefined)[] = [];
  const send = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const status = await sandbox.sendAgain(id);
      if (status !== '200') refused.push(status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
  expect(refused).toEqual([]);
}

/** Moves all deadlines by half an hour. */
async function passTime(): Promise<void> {
  await sql(`UPDATE payments SET next_check_at = now(), paid_at = paid_at - interval '31 minutes'`);
  await sql(`UPDATE orders SET reserved_until = now(), reservation_check_at = NULL WHERE payment_status = 'awaiting'`);
  await sql('UPDATE refunds SET next_check_at = now()');
}

/** Runs three sweeps in parallel until nothing is left to do. */
async function sweepUntilIdle(): Promise<void> {
  const left = () =>
    sql(`SELECT FROM payments WHERE state = 'refund_due' OR (state = 'paid' AND order_id IS NULL)
      UNION ALL SELECT FROM orders WHERE payment_status = 'awaiting'
      UNION ALL SELECT FROM webhook_events WHERE processed_at IS NULL`);
  await vi.waitFor(async () => {
    await passTime();
    await Promise.all([sweepPayments(), sweepPayments(), sweepPayments()]);
    expect(await left()).toEqual([]);
  }, WITHIN);
}

/** Runs the jobs of mail, push and live updates in a worker until the outbox is empty. */
async function runJobs(): Promise<void> {
  const worker = await startWorkerProgram({ env: sandbox.env });
  await vi.waitFor(
    async () => expect(await sql('SELECT topic, subject_id FROM outbox WHERE done_at IS NULL')).toEqual([]),
    WITHIN,
  );
  await worker.terminate();
}

/** Ten minutes of business, of which the operator refunds an order. */
async function doBusiness(customers: Customer[]): Promise<void> {
  for (const [nr, customer] of customers.entries()) {
    await orderInCash(customer);
    const provider = PROVIDERS[nr % 2]!;
    // The customer does not try to pay the fourth order.
    const [paid, refunded, declined] = [
      await orderOnline(customer, provider),
      await orderOnline(customer, provider),
      await orderOnline(customer, provider),
      await orderOnline(customer, provider),
    ];
    await sandbox.pay(paid.payAt, 'close');
    await sandbox.pay(refunded.payAt, 'close');
    await sandbox.pay(declined.payAt, 'decline');
    await payBare(customer, provider);
    await deliverEverything(nr);
    await refundOrder(refunded.orderId);
  }
}

async function refundOrder(orderId: number): Promise<void> {
  const [payment] = await sql<{ id: number }>(`SELECT id FROM payments WHERE order_id = $1 AND state = 'consumed'`, [
    orderId,
  ]);
  await refundPayment({ paymentId: payment!.id, actorId: (await createUser({ isPlatformAdmin: true })).id });
  await sweepPayments();
}

/** All money at the providers by result, in paise. */
async function readBalance() {
  const { stripe, razorpay } = sandbox.ledger();
  const [sums] = await sql<{ orders: number; refunds: number; unknown: number }>(`
    SELECT (SELECT coalesce(sum(total_paise), 0)::float8 FROM orders
        WHERE payment_method = 'online' AND payment_status = 'paid') AS orders,
      (SELECT coalesce(sum(amount_paise), 0)::float8 FROM refunds WHERE state = 'done') AS refunds,
      (SELECT coalesce(sum(amount), 0)::float8 FROM (
        SELECT DISTINCT provider, unknown_order, coalesce(payload #>> '{payload,payment,entity,amount}',
          payload #>> '{data,object,amount_total}')::int AS amount FROM webhook_events WHERE unknown_order IS NOT NULL
      ) listed) AS unknown`);
  return {
    captured: stripe.captured + razorpay.captured,
    refundedAtProvider: stripe.refunded + razorpay.refunded,
    ...sums!,
  };
}

/** How often each charge was refunded at its provider, where it was more than once. */
function doubleRefunds(): string[] {
  const { stripe, razorpay } = sandbox.providers.state;
  const charges = [
    ...Object.values(stripe.refunds).map(({ intentId }) => intentId),
    ...Object.values(razorpay.refunds).map(({ paymentId }) => paymentId),
  ];
  return charges.filter((charge, at) => charges.indexOf(charge) !== at);
}

it('accounts for every rupee after an older backup was restored', async () => {
  const regulars = [await createUser(), await createUser()];
  await doBusiness(regulars);
  // Work in progress when the backup is taken, for each provider: an order that is paid afterwards, one that is refunded
  // afterwards, and money without an order that is refunded afterwards.
  const underWay = await Promise.all(
    PROVIDERS.map(async (provider, nr) => {
      const [paidLater, refundedLater] = [
        await orderOnline(regulars[nr]!, provider),
        await orderOnline(regulars[nr]!, provider),
      ];
      await sandbox.pay(refundedLater.payAt, 'close');
      await payBare(regulars[nr]!, provider);
      return { paidLater, refundedLater };
    }),
  );
  await deliverEverything(101);
  await backUp();

  const newcomers = [await createUser(), await createUser()];
  await runJobs();
  await doBusiness([...regulars, ...newcomers]);
  for (const { paidLater, refundedLater } of underWay) {
    await sandbox.pay(paidLater.payAt, 'close');
    await refundOrder(refundedLater.orderId);
  }
  for (const provider of PROVIDERS) await payElsewhere(provider);
  await deliverEverything(102);
  await passTime();
  await sweepPayments();
  const [lost] = await sql<{ orders: number; payments: number }>(
    'SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM payments) AS payments',
  );

  await restore();
  const [kept] = await sql<{ orders: number; payments: number }>(
    'SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM payments) AS payments',
  );
  expect(kept!.orders).toBeLessThan(lost!.orders);
  // The ids of lost customers, orders and payments are assigned to others immediately; one customer logs in again.
  const others = [await createUser({ email: newcomers[1]!.email }), await createUser()];
  await doBusiness(others);
  await deliverEverything(103);
  await sweepUntilIdle();
  await runJobs();
  await deliverEverything(104);
  await sweepUntilIdle();
  await runJobs();

  const balance = await readBalance();
  const recovered = await sql(`SELECT payment_id FROM payment_events WHERE source = 'recovery'`);
  // oxlint-disable-next-line no-console -- the sums, for people who rehearse a restore
  console.log('in paise:', { ...balance, lost, kept, recovered: recovered.length });
  expect(balance.captured).toBe(balance.orders + balance.refundedAtProvider + balance.unknown);
  expect(balance.refunds).toBe(balance.refundedAtProvider);
  expect(balance.unknown).toBe(2 * 7_700);
  expect(recovered.length).toBeGreaterThan(8);
  expect(doubleRefunds()).toEqual([]);
  expect(await readPaymentHealth()).toEqual({
    moneyWithoutOrder: 0,
    orderWithoutMoney: 0,
    refundsFailed: 0,
    refundsWaiting: 0,
    reservationsOverdue: 0,
    eventsWaiting: 0,
    eventsUnknown: 2,
    orders: [],
  });
  for (const { paidLater, refundedLater } of underWay) {
    expect(await statusOf(paidLater.orderId)).toBe('paid');
    expect(await statusOf(refundedLater.orderId)).toBe('refunded');
  }
  expect(await brokenInvariants(database().pool)).toEqual([]);
}, 180_000);

const statusOf = async (orderId: number): Promise<string | undefined> =>
  (await sql<{ status: string }>('SELECT payment_status AS status FROM orders WHERE id = $1', [orderId]))[0]?.status;
