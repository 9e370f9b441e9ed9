import { Redis } from 'ioredis';
import { backoff } from '../bus/reconnect-delay.ts';
import { quietErrors } from '../jobs/quiet-errors.ts';

/** `name`: what Redis calls the connection in its list of clients, and what our log calls it. */
type Use = { url: string; name: string; isPatient?: boolean };

const MOST_BETWEEN_TRIES_MS = 2_000;

/**
 * A connection to Redis that comes back by itself, however long Redis is away. What a patient one is asked meanwhile waits
 * until then; of the others it fails soon. None waits for ever on a Redis that takes commands and does not answer them.
 */
export function connectRedis({ url, name, isPatient = false }: Use): Redis {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(backoff(attempt - 1), MOST_BETWEEN_TRIES_MS),
    ...(isPatient ? PATIENT : IMPATIENT),
  });
  redis.on('error', quietErrors(name));
  return redis;
}

// BullMQ lets Redis hold back an answer for ten seconds; three times that is no answer.
const PATIENT = { enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: 30_000 } as const;
const IMPATIENT = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 3_000,
  socketTimeout: 5_000,
} as const;

/** Resolves once the connection is there; rejects when it is not within `ms`, and goes on trying. */
export function readyWithin(redis: Redis, ms: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((done, failed) => {
    const ready = () => {
      clearTimeout(late);
      done();
    };
    const late = setTimeout(() => {
      redis.off('ready', ready);
      failed(new Error('Redis does not answer'));
    }, ms);
    late.unref();
    redis.once('ready', ready);
  });
}
