import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_NAMES } from '@haat/core/jobs/job-definitions';
import { readyQueue } from '@haat/core/jobs/queues';
import { sweepPayments } from '@haat/core/services/payments/sweep-payments';
import { database } from '@haat/core/db/database';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { Sandbox } from '../fixtures/payments/start-sandbox.ts';
import { schedules } from '../../worker/schedules.ts';
import { type Followers, expediteMessages, messagesLeft } from './observers.ts';
import { retryOutage } from './retry.ts';

type Resting = { sandbox: Sandbox; followers: Followers; withinMs: number };

/** Waits until all work is done; returns what is not done by then. */
export async function waitUntilIdle({ sandbox, followers, withinMs }: Resting): Promise<string[]> {
  await expireAllReservations();
  const left = async () => [
    ...(await unfinished(sandbox)),
    ...(await followers.behind()),
    ...(await jobsLeft()),
    ...(await messagesLeft()),
  ];
  for (const until = Date.now() + withinMs; ;) {
    const now = await left();
    if (now.length === 0 || Date.now() > until) return now;
    await Promise.all([expediteSweeps(), expediteMessages()]);
    // Sweeps here too, instead of waiting for the worker's next run.
    await sweepPayments();
    await pause(500);
  }
}

/** Jobs that wait or run, and those that have failed for good, but for what comes by the clock, and so comes again. */
async function jobsLeft(): Promise<string[]> {
  const byTheClock = new Set(schedules.map(({ job }) => job.name));
  const left = await Promise.all(
    QUEUE_NAMES.map(async (name) => {
      const queue = await readyQueue(name);
      const { waiting = 0, active = 0 } = await queue.getJobCounts();
      const failed = (await queue.getFailed()).filter((job) => !byTheClock.has(job.name));
      return [
        ...(waiting + active > 0 ? [`${waiting + active} jobs of ${name}`] : []),
        ...failed.map((job) => `a failed job ${job.name} of ${name}: ${job.failedReason}`),
      ];
    }),
  );
  return left.flat();
}

type Balance = { captured: number; paid: number; refunded: number; held: number; isEven: boolean };

/** All money of the run, in paise: what was captured must belong to an order, be refunded, or await its order. */
export async function readBalance(sandbox: Sandbox): Promise<Balance> {
  const { stripe, razorpay } = sandbox.ledger();
  const captured = stripe.captured + razorpay.captured;
  const refunded = stripe.refunded + razorpay.refunded;
  const { rows } = await database().pool.query<{ paid: number; held: number }>(`
    SELECT
      (SELECT coalesce(sum(o.total_paise - o.cash_extra_paise - o.refunded_paise + (
          SELECT coalesce(sum(c.amount_paise), 0) FROM cash_payouts c WHERE c.order_id = o.id)), 0)::float8
        FROM orders o WHERE o.payment_method = 'online' AND o.payment_status = 'paid') AS paid,
      (SELECT coalesce(sum(amount_paise), 0)::float8 FROM payments
        WHERE order_id IS NULL AND state = 'paid' AND created_at > now() - interval '30 minutes') AS held`);
  const { paid = 0, held = 0 } = rows[0] ?? {};
  return { captured, paid, refunded, held, isEven: captured === paid + refunded + held };
}

/** Unfinished work, as text; empty when all is settled. */
async function unfinished(sandbox: Sandbox): Promise<string[]> {
  const { rows } = await database().pool.query<{ what: string; n: number }>(`
    SELECT 'orders awaiting payment' AS what, count(*)::int AS n FROM orders WHERE payment_status = 'awaiting'
    UNION ALL SELECT 'payments to be refunded', count(*)::int FROM payments WHERE state = 'refund_due'
    UNION ALL SELECT 'refunds under way', count(*)::int FROM refunds WHERE state IN ('due', 'requested')
    UNION ALL SELECT 'old money without an order', count(*)::int FROM payments
      WHERE order_id IS NULL AND state = 'paid' AND created_at < now() - interval '30 minutes'
    UNION ALL SELECT 'webhook events not processed', count(*)::int FROM webhook_events WHERE processed_at IS NULL
    UNION ALL SELECT 'outbox rows', count(*)::int FROM outbox WHERE done_at IS NULL`);
  const { stripe, razorpay } = sandbox.providers.state;
  const undecided = [...Object.values(stripe.intents), ...Object.values(razorpay.payments)];
  const banks = { what: 'pending bank decisions', n: undecided.filter(({ later }) => later !== null).length };
  const balance = await readBalance(sandbox);
  const uneven = {
    what: 'paise unaccounted for',
    n: balance.captured - balance.paid - balance.refunded - balance.held,
  };
  return [...rows, banks, uneven].filter(({ n }) => n !== 0).map(({ what, n }) => `${n} ${what}`);
}

export const rupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;

type AcknowledgedOrder = { id: number; shopId: number; totalPaise: number };
type AcknowledgedTransition = { orderId: number; status: OrderStatus };

/** Everything that was acknowledged to a caller. None of it may be lost. */
export class Acknowledged {
  readonly orders = new Map<number, AcknowledgedOrder>();
  readonly steps: AcknowledgedTransition[] = [];

  order(order: AcknowledgedOrder): void {
    this.orders.set(order.id, order);
  }

  step(step: AcknowledgedTransition): void {
    this.steps.push(step);
  }

  /** What of it the database does not know. */
  async missing(): Promise<string[]> {
    const orders = [...this.orders.values()];
    const { rows: lost } = await database().pool.query<{ id: number }>(LOST_ORDERS, [
      orders.map(({ id }) => id),
      orders.map(({ shopId }) => shopId),
      orders.map(({ totalPaise }) => totalPaise),
    ]);
    const { rows: undone } = await database().pool.query<{ id: number; status: string }>(LOST_STEPS, [
      this.steps.map(({ orderId }) => orderId),
      this.steps.map(({ status }) => status),
    ]);
    return [
      ...lost.map(({ id }) => `order ${id} was acknowledged and is missing or different`),
      ...undone.map(({ id, status }) => `the transition of order ${id} to ${status} was acknowledged and is missing`),
    ];
  }
}

const LOST_ORDERS = `
  SELECT a.id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a (id, shop_id, total_paise)
  LEFT JOIN orders o ON o.id = a.id AND o.shop_id = a.shop_id AND o.total_paise = a.total_paise WHERE o.id IS NULL`;
const LOST_STEPS = `
  SELECT a.id, a.status FROM unnest($1::bigint[], $2::text[]) AS a (id, status)
  LEFT JOIN order_events e ON e.order_id = a.id AND e.to_status = a.status WHERE e.id IS NULL`;

const run = async (text: string, values: unknown[] = []): Promise<void> => {
  await retryOutage(() => database().pool.query(text, values));
};

/** Expires the reservation of an order. */
export const expireReservation = (orderId: number): Promise<void> =>
  run(`UPDATE orders SET reserved_until = now() - interval '1 second' WHERE id = $1 AND payment_status = 'awaiting'`, [
    orderId,
  ]);

const expireAllReservations = (): Promise<void> =>
  run(
    `UPDATE orders SET reserved_until = now() - interval '1 second' WHERE payment_status = 'awaiting' AND reserved_until > now()`,
  );

/** Half an hour has passed for every other payment whose order did not come for some seconds. */
export const agePayments = (): Promise<void> =>
  run(
    `UPDATE payments SET paid_at = paid_at - interval '31 minutes'
     WHERE order_id IS NULL AND state = 'paid' AND id % 2 = 0 AND paid_at < now() - interval '3 seconds'`,
  );

/** Makes everything that the sweeper waits for due now. */
export async function expediteSweeps(): Promise<void> {
  await run(
    `UPDATE payments SET next_check_at = now() WHERE state IN ('created', 'failed', 'paid') AND next_check_at > now()`,
  );
  await run(`UPDATE refunds SET next_check_at = now() WHERE state IN ('due', 'requested') AND next_check_at > now()`);
  await run(`UPDATE webhook_events SET next_check_at = now() WHERE processed_at IS NULL AND next_check_at > now()`);
  await run(
    `UPDATE orders SET reservation_check_at = NULL WHERE payment_status = 'awaiting' AND reservation_check_at > now()`,
  );
}

/** Counts what happened, and collects what must not happen. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly wrong: string[] = [];

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Records a violation. */
  fail(what: string): void {
    if (!this.wrong.includes(what)) this.wrong.push(what);
  }

  toString(): string {
    const entries = [...this.counts].toSorted(([one], [other]) => one.localeCompare(other));
    return entries.map(([what, times]) => `${what} ${times}`).join(', ');
  }
}
