import { database, one, openDatabase, sql } from '../../db/database.ts';
import { openReplica } from '../../db/replica-reads.ts';
import { READ_STANDBYS, type Standbys } from '../../db/standbys.ts';
import { env } from '../env.ts';
import { countFailedItems } from '../../queue/failed-items.ts';
import { QUEUE_NAMES, type QueueName } from '../../queue/job-definitions.ts';
import { readyQueue } from '../../queue/queues.ts';
import { stuckQueues } from '../../queue/stuck-queues.ts';
import { gauge, measureProcess, registry } from '../metrics/counters.ts';
import { metricsSource } from '../metrics/metrics-source.ts';
import { type PaymentHealth, readPaymentHealth } from '../../payments/payment-health.ts';

/** The metrics of this process in Prometheus text format. Never rejects: values a store does not return are NaN. */
export function readMetrics(): Promise<string> {
  measureProcess();
  return registry.metrics();
}

export const METRICS_TYPE = registry.contentType;

/** Added to the help of gauges that every process reports with the same value. */
const GLOBAL = 'Global gauge: aggregate with max().';

// Outbox

const readOutbox = metricsSource('outbox', () => one(READ_OUTBOX, {}));

// Both from the partial index of open rows.
const READ_OUTBOX = sql<object, { count: number; ageSeconds: number }>(
  `
  SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age_seconds
  FROM outbox WHERE done_at IS NULL`,
);

gauge({
  name: 'haat_outbox_waiting',
  help: `Open outbox rows: their work is not done. ${GLOBAL}`,
  async collect() {
    this.set((await readOutbox())?.count ?? Number.NaN);
  },
});

gauge({
  name: 'haat_outbox_oldest_seconds',
  help: `Age of the oldest open outbox row; 0 without one. ${GLOBAL}`,
  async collect() {
    this.set((await readOutbox())?.ageSeconds ?? Number.NaN);
  },
});

// Queues

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

type QueueReading = { name: QueueName; counts: Record<string, number>; oldestAgeSeconds: number };

const readQueues = metricsSource('queues', () => Promise.all(QUEUE_NAMES.map(readQueue)));

async function readQueue(name: QueueName): Promise<QueueReading> {
  const queue = await readyQueue(name);
  const counts = await queue.getJobCounts(...STATES);
  const last = (counts.waiting ?? 0) - 1;
  // Of the delayed jobs, the ones that are due next: a retry waits for seconds, a scheduled job for longer.
  const delayed = counts.delayed ? await queue.getJobs(['delayed'], 0, RETRIES_READ - 1, true) : [];
  const retried = delayed.filter(({ attemptsMade }) => attemptsMade > 0).map(({ timestamp }) => timestamp);
  // Counted from the newest: counted from the oldest, PostgreSQL and Redis interpret a range of one differently.
  const [oldest] = last < 0 ? [] : await queue.getJobs(['waiting'], last, last, false);
  const since = Math.min(oldest?.timestamp ?? Infinity, ...retried);
  return { name, counts, oldestAgeSeconds: Number.isFinite(since) ? Math.max(0, (Date.now() - since) / 1_000) : 0 };
}

const RETRIES_READ = 50;

gauge({
  name: 'haat_queue_jobs',
  help: `Jobs by queue and state. ${GLOBAL}`,
  labelNames: ['queue', 'state'],
  async collect() {
    this.reset();
    for (const { name, counts } of (await readQueues()) ?? []) {
      for (const state of STATES) this.set({ queue: name, state }, counts[state] ?? 0);
    }
  },
});

gauge({
  name: 'haat_queue_oldest_waiting_seconds',
  help: `Age of the oldest job by queue that waits for its first or next attempt; 0 without one. ${GLOBAL}`,
  labelNames: ['queue'],
  async collect() {
    this.reset();
    for (const { name, oldestAgeSeconds } of (await readQueues()) ?? []) this.set({ queue: name }, oldestAgeSeconds);
  },
});

gauge({
  name: 'haat_queue_stuck',
  help: 'Queues of which this process fetches no jobs though some wait; 0 for a process that is well. Sum over all.',
  collect() {
    this.set(stuckQueues.size);
  },
});

// Payments

const readPayments = metricsSource('payments', readPaymentHealth);

const PAYMENT_GAUGES = {
  haat_payments_money_without_order: ['moneyWithoutOrder', 'Payments with neither an order nor a refund.'],
  haat_payments_order_without_money: ['orderWithoutMoney', 'Orders of the last 30 days marked paid without a payment.'],
  haat_payments_refunds_failed: ['refundsFailed', 'Payments whose refund has failed permanently.'],
  haat_payments_refunds_waiting: ['refundsWaiting', 'Refunds that are due or in progress.'],
  haat_payments_reservations_overdue: [
    'reservationsOverdue',
    'Unpaid orders whose reservation expired more than two minutes ago.',
  ],
  haat_payments_events_waiting: ['eventsWaiting', 'Webhook events unprocessed for more than a minute.'],
  haat_payments_events_unknown: [
    'eventsUnknown',
    'Payments that webhook events report and the database lacks, except dismissed ones.',
  ],
} as const satisfies Record<string, readonly [Exclude<keyof PaymentHealth, 'orders'>, string]>;

for (const [name, [field, meaning]] of Object.entries(PAYMENT_GAUGES)) {
  gauge({
    name,
    help: `${meaning} ${GLOBAL}`,
    async collect() {
      this.set((await readPayments())?.[field] ?? Number.NaN);
    },
  });
}

// Items of background jobs

const readFailedItems = metricsSource('failed items', countFailedItems);

gauge({
  name: 'haat_failed_items',
  help: `Rows that a background job could not process and retries apart from the others, by what processes them. ${GLOBAL}`,
  labelNames: ['processor'],
  async collect() {
    const failed = await readFailedItems();
    this.reset();
    for (const { processor, count } of failed ?? []) this.set({ processor }, count);
  },
});

// Replication

const readReplication = metricsSource(
  'replication',
  async () => (await database().pool.query<Standbys>(READ_STANDBYS)).rows[0],
);

gauge({
  name: 'haat_database_standbys',
  help: `Standbys that confirm commits; NaN where commits wait for none, or without the role pg_monitor. ${GLOBAL}`,
  async collect() {
    const { isSynchronous, confirming } = (await readReplication()) ?? {};
    this.set((isSynchronous ? confirming : undefined) ?? Number.NaN);
  },
});

gauge({
  name: 'haat_database_timeline',
  help: `Timeline of the primary: increases with each failover. ${GLOBAL}`,
  async collect() {
    this.set((await readReplication())?.timeline ?? Number.NaN);
  },
});

// Database pool

gauge({
  name: 'haat_db_pool_connections',
  help: 'Database pool of this process: total connections, idle ones, and waiting requests.',
  labelNames: ['state'],
  collect() {
    const pool = openDatabase()?.pool;
    if (!pool) return this.reset();
    this.set({ state: 'total' }, pool.totalCount);
    this.set({ state: 'idle' }, pool.idleCount);
    this.set({ state: 'waiting' }, pool.waitingCount);
  },
});

gauge({
  name: 'haat_db_pool_limit',
  help: 'Maximum connections of the database pool of this process (DATABASE_POOL).',
  collect() {
    this.set(env.DATABASE_POOL);
  },
});

gauge({
  name: 'haat_replica_lag_seconds',
  help: 'Highest possible age of what this process reads from the replica; absent without DATABASE_READ_URL.',
  collect() {
    const replica = openReplica();
    if (replica) this.set(replica.lagSeconds);
    else this.remove();
  },
});
