import { createPostgresBackend, Queue, Worker } from 'bullmq';
import pg from 'pg';
import { QUEUE_SCHEMA } from '../db/migrate.ts';
import { quietErrors } from './quiet-errors.ts';
import { heard, heardWorker, KEEP_JOBS, WORKER_OPTIONS, type QueueBackend } from './queue-options.ts';

/** Queues as tables of the schema that `migrate` made, on connections of their own. */
export function postgresQueueBackend(url: string, workers: number): QueueBackend {
  const connection = new pg.Pool({
    connectionString: url,
    // Each worker keeps one for LISTEN; with none left for the others, everything would wait for ever.
    max: workers + (workers ? 8 : 3),
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'haat-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  connection.on('error', quietErrors('queue pool'));
  // The library borrows them for transactions without listening: one that is lost then would end the process.
  connection.on('connect', (client) => void client.on('error', () => {}));
  return {
    kind: 'postgres',
    answers: async () => void (await connection.query('select 1')),
    // What was committed here is still here.
    onBack: () => {},
    queue: (name) => heard(new Queue(name, { connection, defaultJobOptions: KEEP_JOBS }, createPostgresBackend)),
    worker: (name, process, concurrency) =>
      heardWorker(new Worker(name, process, { connection, ...WORKER_OPTIONS, concurrency }, createPostgresBackend)),
    close: () => connection.end(),
  };
}
