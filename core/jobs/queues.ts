import { env } from '../env.ts';
import type { QueueName } from './job-definitions.ts';
import { postgresQueueBackend } from './postgres-queue-backend.ts';
import type { JobQueue, QueueBackend } from './queue-backend.ts';
import { redisQueueBackend } from './redis-queue-backend.ts';

/** Redis when REDIS_URL is set, else PostgreSQL. `workers`: how many of them this process will run. */
export function createQueueBackend({ workers = 0 } = {}): QueueBackend {
  return env.REDIS_URL ? redisQueueBackend(env.REDIS_URL) : postgresQueueBackend(env.DATABASE_URL, workers);
}

let backend: QueueBackend | undefined;
const queues = new Map<QueueName, Promise<JobQueue>>();

/** Resolves when the store of the queues accepts jobs; rejects soon when it does not. */
export function pingQueues(): Promise<void> {
  backend ??= createQueueBackend();
  return backend.ping();
}

/** The queue of this name, ready to accept jobs; created on first use. Rejects while its store does not respond. */
export function readyQueue(name: QueueName): Promise<JobQueue> {
  const known = queues.get(name);
  if (known) return known;
  backend ??= createQueueBackend();
  const opening = open(backend, name);
  queues.set(name, opening);
  // The next caller retries.
  opening.catch(() => queues.delete(name));
  return opening;
}

// A BullMQ queue whose first connection failed stays failed: it is created only once the store responds.
async function open(on: QueueBackend, name: QueueName): Promise<JobQueue> {
  await on.ping();
  const queue = on.queue(name);
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    void queue.close().catch(() => {});
    throw error;
  }
}

/** Closes the queues that this process opened to add jobs. */
export async function closeQueues(): Promise<void> {
  const closing = backend;
  const opened = await Promise.allSettled(queues.values());
  backend = undefined;
  queues.clear();
  const ready = opened.filter((each) => each.status === 'fulfilled');
  await Promise.allSettled(ready.map(({ value }) => value.close()));
  await closing?.close();
}
