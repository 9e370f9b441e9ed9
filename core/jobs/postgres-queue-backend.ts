import { createPostgresBackend, Queue, Worker } from 'bullmq';
import pg from 'pg';
import { QUEUE_SCHEMA } from '../db/migrate.ts';
import { throttledErrorLog } from '../log.ts';
import { KEEP_JOBS, type QueueBackend, withErrorLog, withFailureLog, WORKER_OPTIONS } from './queue-backend.ts';

/**
 * Queues as tables of the schema that `migrate` created. They have a pool of their own: BullMQ names its tables without their
 * schema, so its connections need that schema as search_path, and each worker occupies one connection for LISTEN.
 */
export function postgresQueueBackend(url: string, workers: number): QueueBackend {
  const connection = new pg.Pool({
    connectionString: url,
    // One per worker for LISTEN, and some for statements: with too few, all of them would wait for ever.
    max: workers + (workers ? 8 : 3),
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'haat-queue',
    keepAlive: true,
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
