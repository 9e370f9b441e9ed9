import { withTimeout } from '../../lib/async.ts';
import { pingBus } from '../../live/connect-bus.ts';
import { database } from '../../db/database.ts';
import { migrationFiles } from '../../db/migrate.ts';
import { isOutage } from '../../db/outage.ts';
import { openReplica } from '../../db/replica-reads.ts';
import { pingQueues } from '../../queue/queues.ts';
import { stuckQueues } from '../../queue/stuck-queues.ts';

/**
 * `reason`: the problem, without addresses, versions or secrets, as anyone may read it. `degraded`: something is slow, late or
 * missing, but this process should receive requests. `down`: the process cannot serve.
 */
export type HealthCheck = { name: string; state: 'ok' | 'degraded' | 'down'; reason?: string };

const TIMEOUT_MS = 2_000;
const TIMED_OUT = 'No response in time';

/**
 * Whether the database responds, has every migration of this code, and agrees with the clock of this machine. A newer schema
 * serves older code, too. While only its replica responds, it is degraded. Never rejects.
 */
export async function checkDatabase(): Promise<HealthCheck[]> {
  let skewMs = 0;
  const connection = await check('database', async () => {
    skewMs = await clockSkew();
    return undefined;
  });
  if (connection.state !== 'ok') return [openReplica()?.isUsable ? { ...connection, ...ONLY_READS } : connection];
  return [connection, await check('migrations', pendingMigrations), checkClock(skewMs)];
}

/** Without this, the balancer would send no requests here during a database failover. */
const ONLY_READS = {
  state: 'degraded',
  reason: 'does not respond: public pages are read from the replica, changes are refused',
} as const;

/** `problem` returns the problem, if any. */
async function check(name: string, problem: () => Promise<string | undefined>): Promise<HealthCheck> {
  try {
    const reason = await withTimeout(problem(), TIMEOUT_MS, TIMED_OUT);
    return reason === undefined ? { name, state: 'ok' } : { name, state: 'down', reason };
  } catch (error) {
    return { name, state: 'down', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message === TIMED_OUT) return 'does not respond in time';
  return isOutage(error) ? 'does not respond' : 'refuses the statement';
}

/** By how many milliseconds this machine's clock is ahead of the database's. */
async function clockSkew(): Promise<number> {
  const askedAt = Date.now();
  const { rows } = await database().pool.query<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  return (askedAt + Date.now()) / 2 - (rows[0]?.now ?? Number.NaN);
}

/** Above this, sessions, codes and reservations expire noticeably early or late. */
const DEGRADED_SKEW_MS = 5_000;
/** Above this, signatures of providers and new access tokens are rejected. */
const MAX_SKEW_MS = 60_000;

function checkClock(skewMs: number): HealthCheck {
  const skew = Math.abs(skewMs);
  if (skew <= DEGRADED_SKEW_MS) return { name: 'clock', state: 'ok' };
  const direction = skewMs > 0 ? 'ahead of' : 'behind';
  const reason = `is ${Math.round(skew / 1_000)} s ${direction} the database's: synchronize both by NTP`;
  return { name: 'clock', state: skew > MAX_SKEW_MS ? 'down' : 'degraded', reason };
}

let isMigrated = false;

// Migrations are never rolled back under running code: once up to date, always up to date.
async function pendingMigrations(): Promise<string | undefined> {
  if (isMigrated) return undefined;
  const { rows } = await database().pool.query<{ name: string }>('SELECT name FROM knex_migrations');
  const done = new Set(rows.map(({ name }) => name));
  const pending = (await migrationFiles()).filter((file) => !done.has(file)).length;
  isMigrated = pending === 0;
  return isMigrated ? undefined : `${pending} of this version's migrations have not been run: npm run migrate`;
}

/**
 * A store that this process can do without for a while. Without the queue or the bus orders are still accepted: their rows wait
 * in the outbox, and screens receive changes with the periodic sweep.
 */
export type DependencyHealth = { name: 'queue' | 'bus'; state: 'up' | 'down' };

/** The queues of which this process no longer fetches jobs, if any; a guard in the worker replaces their workers. */
export function checkFetching(): HealthCheck[] {
  if (stuckQueues.size === 0) return [];
  const names = [...stuckQueues].toSorted().join(', ');
  return [
    { name: 'workers', state: 'degraded', reason: `fetch no jobs of ${names}: replaced, else the process restarts` },
  ];
}

const SOFT_TIMEOUT_MS = 1_000;

/** The store of the queues and the bus, in parallel. Never rejects; takes about a second at most. */
export function softDependencies(): Promise<DependencyHealth[]> {
  return Promise.all([health('queue', pingQueues()), health('bus', pingBus())]);
}

async function health(name: DependencyHealth['name'], ping: Promise<void>): Promise<DependencyHealth> {
  try {
    await withTimeout(ping, SOFT_TIMEOUT_MS, TIMED_OUT);
    return { name, state: 'up' };
  } catch {
    return { name, state: 'down' };
  }
}
