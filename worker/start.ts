import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@haat/core/bus/connect-bus';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { env } from '@haat/core/env';
import { QUEUE_NAMES, type QueueName } from '@haat/core/jobs/define-job';
import { createQueueBackend } from '@haat/core/jobs/queue-backend';
import type { JobWorker } from '@haat/core/jobs/queue-options';
import { closeQueues } from '@haat/core/jobs/queues';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { processorOf } from './registry.ts';
import { writeSchedules } from './schedules.ts';

const STOP_WITHIN_MS = 10_000;
// A store that lost its data would otherwise have no schedules until a worker starts.
const SCHEDULES_EVERY_MS = 60_000;

const CONCURRENCY: Record<QueueName, number> = {
  'order-events': env.WORKER_CONCURRENCY,
  mail: 4,
  payments: 2,
  imports: 1,
  upkeep: 2,
};

/**
 * Starts doing jobs: resolves when all queues are listened to, rejects when a store does not answer. `stop` waits up to
 * ten seconds for the jobs that run; those that take longer are done again by another worker.
 */
export async function start(): Promise<{ stop(): Promise<void> }> {
  connectDatabase();
  const bus = await connectBus();
  const backend = createQueueBackend({ workers: QUEUE_NAMES.length });
  const workers = QUEUE_NAMES.map((name) => backend.worker(name, processorOf(name, { bus }), CONCURRENCY[name]));
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  await writeSchedules();
  const rewriting = setInterval(() => void writeSchedules().catch(quietErrors('schedules')), SCHEDULES_EVERY_MS);

  const stop = async (): Promise<void> => {
    clearInterval(rewriting);
    const isDone = await closeInTime(workers);
    await closeQueues();
    // Connections of a job that does not end are never given back; its process ends with them.
    if (isDone) await backend.close();
    await bus.close();
    if (isDone) await closeDatabase();
  };
  return { stop };
}

async function closeInTime(workers: JobWorker[]): Promise<boolean> {
  const closed = Promise.all(workers.map((worker) => worker.close())).then(() => true);
  return Promise.race([closed, sleep(STOP_WITHIN_MS, false, { ref: false })]);
}
