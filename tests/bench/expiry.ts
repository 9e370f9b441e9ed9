import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { database } from '@haat/core/db/database';
import { User } from '@haat/core/db/accounts.models';
import { settlePayment } from '@haat/core/payments/settle-payment';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { startOrderPayment } from '@haat/core/orders/place/start-order-payment';
import { createUser } from '../../core/test/factories.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { startPayments } from '../../core/test/payments.ts';
import type { BenchData } from './bench-data.ts';
import type { Figure } from './measure.ts';
import { withPrograms } from './programs.ts';

const ORDERS = 300;
/** Of them, paid online; the others are paid in cash. */
const PAID = 150;
const GOAL_SECONDS = 60;
const GOAL_P99_MS = 200;
const LOAD_SECONDS = 30;
const CALLS_PER_SECOND = 40;

/**
 * 300 orders of 20 shops that are not accepted and all expire at the same moment: the time until they have ended, their items
 * are on sale again, refunds are requested and customers notified, and how long other calls take meanwhile, compared with the
 * same calls before.
 */
export async function measureExpiry(data: BenchData): Promise<Figure[]> {
  const sandbox = await startPayments();
  const ids = await placeWaiting(data, (providerOrderId) => sandbox.pay(providerOrderId, 'close'));
  try {
    return await withPrograms({ worker: true, env: sandbox.env }, async (url) => {
      const quiet = await p99Of(url, data, 5);
      await query(`UPDATE orders SET accept_by = now(), remind_at = NULL WHERE id = ANY($1::bigint[])`, ids);
      const from = performance.now();
      const busy = p99Of(url, data, LOAD_SECONDS);
      const seconds = await untilDone(ids, from);
      const p99 = await busy;
      return [
        {
          what: `${ORDERS} orders expire at once`,
          figure: `${seconds.toFixed(1)} s`,
          floor: 'the worker looks every 10 s',
          goal: `≤ ${GOAL_SECONDS} s`,
          reached: seconds <= GOAL_SECONDS,
        },
        {
          what: `other calls meanwhile, ${CALLS_PER_SECOND}/s`,
          figure: `p99 ${p99} ms`,
          floor: `p99 ${quiet} ms before`,
          goal: `p99 ≤ ${GOAL_P99_MS} ms`,
          reached: p99 <= GOAL_P99_MS,
        },
      ];
    });
  } finally {
    await sandbox.stop();
  }
}

const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

/** Each order has its own customer: a customer cannot have two unpaid orders. */
async function placeWaiting(
  { shops }: BenchData,
  pay: (providerOrderId: string) => Promise<unknown>,
): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < ORDERS; nth++) {
    const variant = shops[nth % shops.length]?.variants[nth % 40];
    if (!variant) throw new Error('There are no shops');
    const { id } = await createUser();
    const user = await User.query().findById(id).throwIfNotFound();
    const lines = [{ variant, quantity: 5 }];
    const idempotencyKey = `expiry-${id}`;
    if (nth >= PAID) {
      ids.push((await placeOrder({ userId: id, body: orderBody(lines), idempotencyKey })).id);
      continue;
    }
    const { order, providerOrderId } = await startOrderPayment({
      provider: 'razorpay',
      user,
      order: orderBody(lines, { paymentMethod: 'online' }),
      idempotencyKey,
      returnTo: { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' },
    });
    await pay(providerOrderId);
    await settlePayment({ source: 'webhook', provider: 'razorpay', providerOrderId });
    if (order) ids.push(order.id);
  }
  return ids;
}

/** The 99th percentile, in ms, of lists of products and orders. */
async function p99Of(url: string, { shops, customers }: BenchData, duration: number): Promise<number> {
  const authorization = `Bearer ${customers[0]?.token ?? ''}`;
  const requests = [
    { path: `/api/products?shopId=${shops[0]?.id ?? 0}` },
    { path: '/api/orders/user', headers: { authorization } },
  ];
  const run = await autocannon({ url, connections: 4, duration, overallRate: CALLS_PER_SECOND, requests });
  if (run.non2xx + run.errors > 0) throw new Error(`${run.non2xx + run.errors} calls failed`);
  return run.latency.p99;
}

const LEFT = `
  SELECT count(*)::int AS left FROM orders o WHERE o.id = ANY($1::bigint[]) AND (
    o.status <> 'Expired'
    OR EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND NOT EXISTS (
      SELECT FROM stock_ledger l WHERE l.order_id = o.id AND l.variant_id = i.variant_id AND l.reason = 'release'))
    OR o.payment_method = 'online' AND NOT EXISTS (
      SELECT FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE p.order_id = o.id AND r.state IN ('requested', 'done'))
    OR NOT EXISTS (SELECT FROM notifications n WHERE n.order_id = o.id AND n.status = 'Expired')
    OR EXISTS (SELECT FROM outbox b WHERE b.subject_id = o.id AND b.topic = 'order.status' AND b.done_at IS NULL))`;

/** Seconds until nothing of it is left to do. */
async function untilDone(ids: number[], from: number): Promise<number> {
  const until = from + 2 * GOAL_SECONDS * 1000;
  while (performance.now() < until) {
    const [row] = await query<{ left: number }>(LEFT, ids);
    if (row?.left === 0) return (performance.now() - from) / 1000;
    await pause(250);
  }
  throw new Error('Not all orders have expired');
}
