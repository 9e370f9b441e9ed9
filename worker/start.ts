import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@haat/core/bus/connect-bus';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { env } from '@haat/core/env';
import { serveOperations } from '@haat/core/health/operations-server';
import { QUEUE_NAMES, type QueueName } from '@haat/core/jobs/define-job';
import { createQueueBackend } from '@haat/core/jobs/queue-backend';
import type { JobWorker } from '@haat/core/jobs/queue-options';
import { closeQueues } from '@haat/core/jobs/queues';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { log } from '@haat/core/log';
import { processorOf } from './registry.ts';
import { keepSchedules, writeSchedules } from './schedules.ts';

const LISTENS_WITHIN_MS = 5_000;

const CONCURRENCY: Record<QueueName, number> = {
  'order-events': env.WORKER_CONCURRENCY,
  mail: 4,
  push: 2,
  payments: 2,
  imports: 1,
  upkeep: 2,
};

/**
 * Starts doing jobs: resolves when all queues are listened to, or will be as soon as Redis is there; rejects when PostgreSQL
 * does not answer. `stop` takes no more and waits up to `STOP_SECONDS` for the jobs that run; those that take longer are done
 * again by another worker.
 */
export async function start(): Promise<{ stop(): Promise<void> }> {
  connectDatabase();
  const bus = await connectBus();
  const ending = new AbortController();
  const backend = createQueueBackend({ workers: QUEUE_NAMES.length });
  const workers = QUEUE_NAMES.map((name) =>
    backend.worker(name, processorOf(name, { bus, stopping: ending.signal }), CONCURRENCY[name]),
  );
  const forget = keepSchedules(backend);
  if (!(await listening(workers))) log.warn('The store of the queues does not answer yet: jobs wait until it does');
  else if (backend.kind === 'postgres') await writeSchedules();
  // A Redis that goes away again this moment is no reason to give up.
  else await writeSchedules().catch(quietErrors('schedules'));
  let isServing = true;
  const endOperations = await serveOperations(() => isServing);

  const stop = async (): Promise<void> => {
    isServing = false;
    ending.abort();
    forget();
    const isDone = await closeInTime(workers);
    await closeQueues();
    // Connections of a job that does not end are never given back; its process ends with them.
    if (isDone) await backend.close();
    await bus.close();
    if (isDone) await closeDatabase();
    endOperations();
  };
  return { stop };
}

async function closeInTime(workers: JobWorker[]): Promise<boolean> {
  const closed = Promise.all(workers.map((worker) => worker.close())).then(() => true);
  return Promise.race([closed, sleep(env.STOP_SECONDS * 1_000, false, { ref: false })]);
}

/** Whether all queues are listened to now, or Redis has to come first. */
async function listening(workers: JobWorker[]): Promise<boolean> {
  const ready = Promise.all(workers.map((worker) => worker.waitUntilReady())).then(() => true);
  return Promise.race([ready, sleep(LISTENS_WITHIN_MS, false, { ref: false })]);
}
