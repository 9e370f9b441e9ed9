import { Redis } from 'ioredis';
import { backoff } from './async.ts';
import { log, throttledErrorLog } from './log.ts';

/**
 * `name`: of the connection in Redis's client list and in our log. `waits`: commands wait until Redis is reachable again instead
 * of failing soon. `timeoutMs`: how long a command that fails soon waits for its reply.
 */
type RedisOptions = { url: string; name: string; waits?: boolean; timeoutMs?: number };

const MAX_RECONNECT_DELAY_MS = 2_000;

/** A connection to Redis that reconnects automatically, however long Redis is unreachable. No command waits for ever for a reply. */
export function connectRedis({ url, name, waits = false, timeoutMs = 3_000 }: RedisOptions): Redis {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(backoff(attempt - 1), MAX_RECONNECT_DELAY_MS),
    ...(waits ? WAITING : failingSoon(timeoutMs)),
  });
  redis.on('error', throttledErrorLog(name));
  return redis;
}

// BullMQ lets Redis delay a reply by ten seconds; after three times that the connection is dead.
const WAITING = { enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: 30_000 } as const;
const failingSoon = (timeoutMs: number) => ({
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: timeoutMs,
  socketTimeout: timeoutMs + 2_000,
});

/** Resolves once connected; rejects when that takes longer than `ms`, while reconnecting continues. */
export function readyWithin(redis: Redis, ms: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const ready = () => {
      clearTimeout(timeout);
      resolve();
    };
    const timeout = setTimeout(() => {
      redis.off('ready', ready);
      reject(new Error('Redis does not respond'));
    }, ms);
    timeout.unref();
    redis.once('ready', ready);
  });
}

/**
 * Logs a warning when this Redis evicts keys, jobs included, under memory pressure. Uses INFO, which managed services and
 * restricted users allow where CONFIG is forbidden.
 */
export async function warnOfEviction(redis: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined || policy === 'noeviction') return;
  log.warn({ policy }, 'Redis evicts keys, jobs included, when its memory is full: set maxmemory-policy noeviction');
}
