import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { env } from '@haat/core/ops/env';
import { QUEUE_NAMES } from '@haat/core/queue/job-definitions';
import { readyQueue } from '@haat/core/queue/queues';
import { runOrderTimers } from '@haat/core/platform/run-order-timers';
import { sweepPayments } from '@haat/core/payments/sweep-payments';
import { database } from '@haat/core/db/database';
import type { Sandbox } from '../fixtures/payments/start-sandbox.ts';
import { schedules } from '../../worker/schedules.ts';
import { endAllTimes, expediteSweeps } from './clock.ts';
import { type Followers, expediteMessages, messagesLeft } from './observers.ts';

type Resting = { sandbox: Sandbox; followers: Followers; withinMs: number };

/** Waits until all work is done; returns the work that is not done after `withinMs`. */
export async function waitUntilIdle({ sandbox, followers, withinMs }: Resting): Promise<string[]> {
  const left = async () => [
    ...(await unfinished(sandbox)),
    ...(await followers.behind()),
    ...(await jobsLeft()),
    ...(await messagesLeft()),
  ];
  for (const until = Date.now() + withinMs; ;) {
    const now = await left();
    if (now.length === 0 || Date.now() > until) return now;
    await endAllTimes();
    await Promise.all([expediteSweeps(), expediteMessages()]);
    // Here too, instead of waiting for the worker's next run.
    await Promise.all([sweepPayments(), runOrderTimers()]);
    await pause(500);
  }
}

/** Jobs that wait or run, and jobs that have failed permanently, except scheduled ones: they run again. */
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

/** All money of the run, in paise: a captured amount must belong to an order, be refunded, or await its order. */
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

type Charge = { id: string; amount: number; refunded: number };

/** Every charge of the providers' books, with what of it they have refunded. */
export function chargesOf({ providers }: Sandbox): Charge[] {
  const { stripe, razorpay } = providers.state;
  const refunds = [
    ...Object.values(stripe.refunds).map(({ intentId: id, status, amount }) => ({ id, status, amount })),
    ...Object.values(razorpay.refunds).map(({ paymentId: id, status, amount }) => ({ id, status, amount })),
  ].filter(({ status }) => status === 'succeeded' || status === 'processed');
  const charges = [
    ...Object.values(stripe.intents).filter(({ status }) => status === 'succeeded'),
    ...Object.values(razorpay.payments).filter(({ status }) => status === 'captured' || status === 'refunded'),
  ];
  return charges.map(({ id, amount }) => ({
    id,
    amount,
    refunded: refunds.filter((refund) => refund.id === id).reduce((sum, refund) => sum + refund.amount, 0),
  }));
}

/** Charges that our books have with other sums, or not at all. */
export async function differingCharges(sandbox: Sandbox): Promise<string[]> {
  const charges = chargesOf(sandbox);
  const columns = [
    charges.map(({ id }) => id),
    charges.map((each) => each.amount),
    charges.map((each) => each.refunded),
  ];
  const { rows } = await database().pool.query<{ id: string; captured: string; refunded: string }>(BOOKS, columns);
  return rows.map(
    ({ id, captured, refunded }) => `the charge ${id} differs: captured ${captured}, refunded ${refunded} here`,
  );
}

/** Pictures of products that are not there. */
export async function missingPictures(): Promise<string[]> {
  const { rows } = await database().pool.query<{ image: string }>(
    `SELECT image FROM products WHERE image LIKE '/uploads/%'`,
  );
  const missing = rows.filter(({ image }) => !existsSync(join(env.UPLOADS_DIR, basename(image))));
  return missing.map(({ image }) => `the picture ${image} is missing`);
}

const BOOKS = `
  SELECT c.id, p.amount_paise AS captured, r.paise AS refunded
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS c (id, captured, refunded)
  LEFT JOIN payments p ON p.provider_payment_id = c.id CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_paise), 0) AS paise FROM refunds WHERE payment_id = p.id AND state = 'done'
  ) r WHERE p.amount_paise IS DISTINCT FROM c.captured OR r.paise <> c.refunded`;

/** Unfinished work, as text; empty when all is settled. */
async function unfinished(sandbox: Sandbox): Promise<string[]> {
  const { rows } = await database().pool.query<{ what: string; n: number }>(`
    SELECT 'orders awaiting payment' AS what, count(*)::int AS n FROM orders WHERE payment_status = 'awaiting'
    UNION ALL SELECT 'payments to be refunded', count(*)::int FROM payments WHERE state = 'refund_due'
    UNION ALL SELECT 'refunds under way', count(*)::int FROM refunds WHERE state IN ('due', 'requested')
    UNION ALL SELECT 'old money without an order', count(*)::int FROM payments
      WHERE order_id IS NULL AND state = 'paid' AND created_at < now() - interval '30 minutes'
    UNION ALL SELECT 'webhook events not processed', count(*)::int FROM webhook_events WHERE processed_at IS NULL
    UNION ALL SELECT 'outbox rows', count(*)::int FROM outbox WHERE done_at IS NULL
    UNION ALL ${OPEN}`);
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

/** Everything that waits for an answer; each has a time at which it ends automatically. */
const OPEN = `
  SELECT 'orders that wait for their shop', count(*)::int FROM orders
    WHERE status = 'Pending' AND payment_status NOT IN ('awaiting', 'expired')
  UNION ALL SELECT 'proposals that wait for their customer', count(*)::int FROM order_proposals WHERE state = 'open'
  UNION ALL SELECT 'requests to cancel that wait for their shop', count(*)::int FROM cancellation_requests WHERE state = 'open'
  UNION ALL SELECT 'reminders that are due', count(*)::int FROM order_problems WHERE solved_at IS NULL AND remind_at <= now()`;

export const rupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;
