import { createPostgresBackend, Queue, Worker } from 'bullmq';
import pg from 'pg';
import { directDatabaseUrl } from '../db/database.ts';
import { QUEUE_SCHEMA } from '../db/migrate.ts';
import { env } from '../ops/env.ts';
import { throttledErrorLog } from '../ops/log.ts';
import { connectRedis, KEY_PREFIX, pingKeys, readyWithin, type RedisConnection, warnOfEviction } from '../redis.ts';
import type { QueueName } from './job-definitions.ts';
import {
  type JobQueue,
  KEEP_JOBS,
  type QueueBackend,
  withErrorLog,
  withFailureLog,
  WORKER_OPTIONS,
} from './queue-backend.ts';

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

/** Redis when REDIS_URL is set, else PostgreSQL. `workers`: how many of them this process will run. */
export function createQueueBackend({ workers = 0 } = {}): QueueBackend {
  return env.REDIS_URL ? redisQueueBackend(env.REDIS_URL) : postgresQueueBackend(directDatabaseUrl(), workers);
}

/**
 * Queues as tables of the schema that `migrate` created. They have their own pool: BullMQ names its tables without their
 * schema, so its connections need that schema as search_path, and each worker occupies one connection for LISTEN. Both last as
 * long as a session, so `url` must not be that of a pooler.
 */
function postgresQueueBackend(url: string, workers: number): QueueBackend {
  const connection = new pg.Pool({
    connectionString: url,
    // One per worker for LISTEN, and some for statements: with too few, all of them would wait for ever.
    max: workers + (workers ? 8 : 3),
    // As in `openPool`. The schedules need several connections every ten seconds: with the default of 10 s they would open them
    // anew each time, all together, at 12 ms of CPU time each, while orders wait.
    idleTimeoutMillis: 5 * 60_000,
    // Jobs are added, claimed and removed without waiting for the disk, and signals are sent in the same way: a worker announces
    // an order p99 13 ms after its commit instead of 19 ms at 50 orders per second (`npm run bench live`). A crash of PostgreSQL
    // may undo the last changes of a queue: the sweeps find the work of lost jobs, and a job that runs twice does no harm.
    options: `-c search_path=${QUEUE_SCHEMA} -c synchronous_commit=off`,
    application_name: 'haat-queue',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A server that is frozen keeps its connections open and does not respond.
    query_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
  });
  connection.on('error', throttledErrorLog('queue pool'));
  // BullMQ checks clients out for transactions without an error listener: a lost one would end the process.
  connection.on('connect', (client) => void client.on('error', () => {}));
  return {
    kind: 'postgres',
    ping: async () => void (await connection.query('SELECT 1')),
    // Committed jobs survive a disconnect.
    onReconnect: () => {},
    queue: (name) => withErrorLog(new Queue(name, { connection, defaultJobOptions: KEEP_JOBS }, createPostgresBackend)),
    worker: (name, process, concurrency) =>
      withFailureLog(new Worker(name, process, { connection, ...WORKER_OPTIONS, concurrency }, createPostgresBackend)),
    close: () => connection.end(),
  };
}

const PING_TIMEOUT_MS = 2_000;
const prefix = KEY_PREFIX;

/** Queues in Redis. Adding a job fails soon while Redis is unreachable; a worker waits for it. */
export function redisQueueBackend(url: string): QueueBackend {
  let producer: RedisConnection | undefined;
  let consumer: RedisConnection | undefined;
  const forQueues = () => (producer ??= checkingEviction(connectRedis({ url, name: 'haat-queue' })));
  const forWorkers = () => (consumer ??= connectRedis({ url, name: 'haat-worker', waits: true }));
  return {
    kind: 'redis',
    async ping() {
      await readyWithin(forQueues(), PING_TIMEOUT_MS);
      await pingKeys(forQueues());
    },
    onReconnect: (listener) => void forWorkers().on('ready', listener),
    queue: (name) => withErrorLog(new Queue(name, { connection: forQueues(), prefix, defaultJobOptions: KEEP_JOBS })),
    worker: (name, process, concurrency) =>
      withFailureLog(new Worker(name, process, { connection: forWorkers(), prefix, ...WORKER_OPTIONS, concurrency })),
    async close() {
      producer?.disconnect();
      consumer?.disconnect();
    },
  };
}

function checkingEviction(redis: RedisConnection): RedisConnection {
  const logFailure = throttledErrorLog('redis memory');
  return redis.on('ready', () => void warnOfEviction(redis).catch(logFailure));
}
