import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@haat/core/live/connect-bus';
import { closeDatabase, connectDatabase, directDatabaseUrl } from '@haat/core/db/database';
import { endUnconfirmedCommits } from '@haat/core/db/unconfirmed-commits';
import { env } from '@haat/core/ops/env';
import { serveOperations } from '@haat/core/ops/health/operations-server';
import { QUEUE_NAMES, type QueueName } from '@haat/core/queue/job-definitions';
import { createQueueBackend, closeQueues } from '@haat/core/queue/queues';
import { throttledErrorLog, log } from '@haat/core/ops/log';
import { GuardedWorker } from './guarded-worker.ts';
import { processorOf } from './processors.ts';
import { maintainSchedules, writeSchedules } from './schedules.ts';

const READY_TIMEOUT_MS = 5_000;

const CONCURRENCY: Record<QueueName, number> = {
  'order-events': env.WORKER_CONCURRENCY,
  mail: 4,
  messages: 4,
  push: 2,
  payments: 2,
  // A small list does not wait for a long one of another shop.
  imports: 2,
  maintenance: 2,
};

/**
 * Starts processing jobs: resolves when all workers are ready, or will be as soon as Redis is reachable; rejects when PostgreSQL
 * is unreachable. `stop` fetches no more jobs and waits up to `STOP_SECONDS` for running ones; another worker repeats longer
 * ones. `giveUp`: called when a queue can no longer be fetched from by this process.
 */
export async function start(giveUp: () => void): Promise<{ stop(): Promise<void> }> {
  connectDatabase();
  const bus = await connectBus();
  const stopping = new AbortController();
  const backend = createQueueBackend({ workers: QUEUE_NAMES.length });
  const workers = QUEUE_NAMES.map(
    (name) =>
      new GuardedWorker({
        backend,
        name,
        process: processorOf(name, { bus, stopping: stopping.signal }),
        concurrency: CONCURRENCY[name],
        giveUp,
      }),
  );
  const stopWatchingCommits = endUnconfirmedCommits({ url: directDatabaseUrl() });
  const stopSchedules = maintainSchedules(backend);
  if (!(await areReady(workers))) log.warn('The job store does not respond yet; jobs are delayed');
  else if (backend.kind === 'postgres') await writeSchedules();
  // Redis may become unreachable again; the schedules are then written after the reconnect.
  else await writeSchedules().catch(throttledErrorLog('schedules'));
  let isServing = true;
  const closeOperations = await serveOperations(() => isServing);

  const stop = async (): Promise<void> => {
    isServing = false;
    stopping.abort();
    stopSchedules();
    const isDone = await closeWithin(workers);
    await closeQueues();
    // A job that is still running holds connections: the pools would never close.
    if (isDone) await backend.close();
    await bus.close();
    if (isDone) await Promise.all([stopWatchingCommits(), closeDatabase()]);
    closeOperations();
  };
  return { stop };
}

async function closeWithin(workers: GuardedWorker[]): Promise<boolean> {
  const closed = Promise.all(workers.map((worker) => worker.close())).then(() => true);
  return Promise.race([closed, sleep(env.STOP_SECONDS * 1_000, false, { ref: false })]);
}

/** Whether all workers are ready; false when their store does not respond in time. */
async function areReady(workers: GuardedWorker[]): Promise<boolean> {
  const ready = Promise.all(workers.map((worker) => worker.waitUntilReady())).then(() => true);
  return Promise.race([ready, sleep(READY_TIMEOUT_MS, false, { ref: false })]);
}
