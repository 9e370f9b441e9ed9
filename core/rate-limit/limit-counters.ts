import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { database, openDatabase } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { throttledErrorLog } from '../ops/log.ts';
import { limitFallbacks } from '../ops/metrics/counters.ts';
import { connectRedis, KEY_PREFIX, readyWithin } from '../redis.ts';
import type { Limit } from './limit.ts';

/** Counts the uses of one limit by key. `consume` rejects with a RateLimiterRes when the limit is exceeded. */
export type Counter = Pick<RateLimiterPostgres, 'points' | 'consume' | 'reward' | 'delete'>;

type Store = { counterOf(limit: Limit): Counter; close(): void };

// The counters of a pool, as long as it is open.
const stores = new WeakMap<Pool, Store>();

/** The counter of the limit: in Redis when REDIS_URL is set, else in PostgreSQL. */
export function counterOf(limit: Limit): Counter {
  const { pool } = database();
  const store = stores.get(pool) ?? (env.REDIS_URL ? redisStore(env.REDIS_URL, pool) : postgresStore(pool));
  stores.set(pool, store);
  return store.counterOf(limit);
}

/** Closes the connection of the counters, if this process has opened it. Call it before the database is closed. */
export function closeCounters(): void {
  const pool = openDatabase()?.pool;
  if (!pool) return;
  stores.get(pool)?.close();
  stores.delete(pool);
}

const postgresStore = (pool: Pool): Store => ({
  counterOf: oncePerLimit((limit) => postgresCounter(pool, limit)),
  close: () => {},
});

const postgresCounter = (pool: Pool, { name, points, seconds }: Limit): Counter =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Maintenance removes old rows; the library's timer would prevent this process from ending.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });

/** Logins wait for it: while Redis hangs, the first counts take this long, until the connection times out. */
const REDIS_TIMEOUT_MS = 1_000;

function redisStore(url: string, pool: Pool): Store {
  const redis = connectRedis({ url, name: 'haat-limits', timeoutMs: REDIS_TIMEOUT_MS });
  const logFailure = throttledErrorLog('rate limits');
  // The first uses of a process are counted where the later ones are.
  const opened = readyWithin(redis, REDIS_TIMEOUT_MS).catch(() => {});
  return {
    counterOf: oncePerLimit((limit) => {
      const { name, points, seconds } = limit;
      const keyPrefix = `${KEY_PREFIX}:limit:${name}`;
      const inRedis = new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration: seconds });
      const inPostgres = postgresCounter(pool, limit);
      return withFallback({ inRedis, inPostgres, opened, logFailure });
    }),
    close: () => redis.disconnect(),
  };
}

type Fallback = {
  inRedis: Counter;
  inPostgres: Counter;
  opened: Promise<void>;
  logFailure: (error: Error) => void;
};

/**
 * Counts in PostgreSQL while Redis does not respond, so that limited actions neither fail nor become unlimited. Each store
 * counts from zero, so a key can reach the limit in each of them. The library's `insuranceLimiter` does the same, but does not
 * report why.
 */
function withFallback({ inRedis, inPostgres, opened, logFailure }: Fallback): Counter {
  async function either<Result>(operate: (counter: Counter) => Promise<Result>): Promise<Result> {
    await opened;
    try {
      return await operate(inRedis);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      limitFallbacks.inc();
      logFailure(error as Error);
      return operate(inPostgres);
    }
  }
  return {
    points: inRedis.points,
    consume: (key) => either((counter) => counter.consume(key)),
    reward: (key) => either((counter) => counter.reward(key)),
    delete: (key) => either((counter) => counter.delete(key)),
  };
}

function oncePerLimit(create: (limit: Limit) => Counter): (limit: Limit) => Counter {
  const known = new Map<Limit, Counter>();
  return (limit) => {
    const found = known.get(limit) ?? create(limit);
    known.set(limit, found);
    return found;
  };
}
