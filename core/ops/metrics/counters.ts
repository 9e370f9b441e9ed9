import { collectDefaultMetrics, Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();

const registers = [registry];

/** `payment`: `cod`, `paid`, `awaiting` its payment, or at the `counter`. */
export const ordersPlaced = new Counter({
  name: 'haat_orders_placed_total',
  help: 'Orders placed, by payment status.',
  labelNames: ['payment'],
  registers,
});

// A series that begins with its first order has no increase: the alert about missing orders would not fire after a restart.
for (const payment of ['cod', 'paid', 'awaiting', 'counter']) ordersPlaced.inc({ payment }, 0);

export const busReconnects = new Counter({
  name: 'haat_bus_reconnects_total',
  help: 'Reconnects of the bus connection.',
  registers,
});

export const limitFallbacks = new Counter({
  name: 'haat_limit_fallbacks_total',
  help: 'Rate limit operations done by PostgreSQL because Redis failed.',
  registers,
});

/** `outcome`: as Firebase answered (`sent`, `dead`, `retry`, `refused`), or `logged` without Firebase. */
export const pushMessages = new Counter({
  name: 'haat_push_messages_total',
  help: 'Attempts to send a push message, by outcome.',
  labelNames: ['outcome'],
  registers,
});

for (const outcome of ['sent', 'dead', 'retry', 'refused', 'logged']) pushMessages.inc({ outcome }, 0);

/** `event`: as in the log lines `security.<event>`. */
export const securityEvents = new Counter({
  name: 'haat_security_events_total',
  help: 'Security events of logins and sessions, by event.',
  labelNames: ['event'],
  registers,
});

/** `outcome`: `done`, or `failed`, which may be observed several times for one job. */
export const jobSeconds = new Histogram({
  name: 'haat_job_seconds',
  help: 'Duration of job attempts, by job and outcome.',
  labelNames: ['job', 'outcome'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers,
});

/** `source`: `replica`, `primary` while the replica is not current, or `repeated` on the primary after an error of the replica. */
export const replicaReads = new Counter({
  name: 'haat_replica_reads_total',
  help: 'Reads that the replica may answer, by where they ran.',
  labelNames: ['source'],
  registers,
});

/** A value that is read when the metrics are scraped. */
export function gauge<Label extends string>(given: GaugeConfiguration<Label>): void {
  registry.registerMetric(new Gauge({ ...given, registers: [] }));
}

let measuresItself = false;

/** Adds memory, CPU, event loop and garbage collection of this process to the metrics. */
export function measureProcess(): void {
  if (measuresItself) return;
  measuresItself = true;
  collectDefaultMetrics({ register: registry });
}
