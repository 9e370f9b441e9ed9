import { env } from '../env.ts';
import { postgresQueueBackend } from './postgres-queue-backend.ts';
import type { QueueBackend } from './queue-options.ts';
import { redisQueueBackend } from './redis-queue-backend.ts';

/** Redis when REDIS_URL is set, else PostgreSQL. `workers`: how many of them this process will run. */
export function createQueueBackend({ workers = 0 } = {}): QueueBackend {
  return env.REDIS_URL ? redisQueueBackend(env.REDIS_URL) : postgresQueueBackend(env.DATABASE_URL, workers);
}
