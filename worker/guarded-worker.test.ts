import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connectDatabase } from '@haat/core/db/database';
import { checkFetching, type HealthCheck } from '@haat/core/ops/health/dependencies';
import type { JobProcessor, QueueBackend } from '@haat/core/queue/queue-backend';
import { createQueueBackend, readyQueue } from '@haat/core/queue/queues';
import { stopServices } from '../core/test/stop-services.ts';
import { GuardedWorker } from './guarded-worker.ts';

const WITHIN = { timeout: 30_000 };
const HOUR_MS = 3_600_000;

let backend: QueueBackend;
beforeAll(() => {
  connectDatabase();
  backend = createQueueBackend({ workers: 4 });
});
afterAll(async () => {
  await backend.close();
  await stopServices();
});
const started: { guarded: GuardedWorker; isStuck(): boolean }[] = [];

let later = 0;
beforeEach(async () => {
  await (await readyQueue('messages')).clean(0, 1_000, 'wait');
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
});
afterEach(async () => {
  for (const { guarded, isStuck } of started.splice(0)) {
    const closing = guarded.close();
    if (!isStuck()) await closing;
  }
  vi.restoreAllMocks();
});

/** The first workers fetch nothing and cannot be closed, as if they waited for a connection that never comes back. */
function stuckBackend(stuck: number): { worker: QueueBackend['worker']; reports: HealthCheck[][] } {
  const never = Promise.withResolvers<void>().promise;
  const reports: HealthCheck[][] = [];
  return {
    worker(...args) {
      reports.push(checkFetching());
      if (reports.length > stuck) return backend.worker(...args);
      return { name: args[0], waitUntilReady: () => never, close: () => never };
    },
    reports,
  };
}

type Started = { stuck: number; process?: JobProcessor };

/** `reports`: the health checks of the workers at the time each of them is opened. */
function start({ stuck, process = async () => {} }: Started) {
  const giveUp = vi.fn();
  const { worker, reports } = stuckBackend(stuck);
  const guarded = new GuardedWorker({
    backend: { worker },
    name: 'messages',
    process,
    concurrency: 1,
    giveUp,
    limits: { checkEveryMs: 20, stuckAfterMs: HOUR_MS },
  });
  started.push({ guarded, isStuck: () => reports.length <= stuck });
  return { giveUp, reports };
}

/** Lets hours pass until then, and no longer. */
const passHoursUntil = (isReached: () => boolean) =>
  vi.waitUntil(() => {
    if (isReached()) return true;
    later += HOUR_MS;
    return false;
  }, WITHIN);

it('replaces a worker that does not fetch what waits, and reports it until jobs run again', async () => {
  const done: (string | undefined)[] = [];
  const process: JobProcessor = async ({ id }) => void done.push(id);
  const { giveUp, reports } = start({ stuck: 1, process });
  const job = await (await readyQueue('messages')).add('any', {});
  await passHoursUntil(() => reports.length > 1);
  const degraded = expect.objectContaining({
    state: 'degraded',
    reason: expect.stringContaining('messages') as string,
  }) as HealthCheck;
  expect(reports).toEqual([[], [degraded]]);
  await vi.waitFor(() => expect(done).toEqual([job.id]), WITHIN);
  expect([reports.length, giveUp.mock.calls.length, checkFetching()]).toEqual([2, 0, []]);
});

it('gives up when the new worker fetches nothing either', async () => {
  const { giveUp, reports } = start({ stuck: 2 });
  await (await readyQueue('messages')).add('any', {});
  await passHoursUntil(() => giveUp.mock.calls.length > 0);
  expect([reports.length, giveUp.mock.calls.length]).toEqual([2, 1]);
});

it('leaves a worker alone that is busy, though more waits', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const process = vi.fn(() => end);
  const { giveUp, reports } = start({ stuck: 0, process });
  const queue = await readyQueue('messages');
  await queue.addBulk([
    { name: 'any', data: {} },
    { name: 'any', data: {} },
  ]);
  await vi.waitUntil(() => process.mock.calls.length > 0, WITHIN);
  expect(await queue.getJobCounts('waiting', 'active')).toEqual({ waiting: 1, active: 1 });
  const checks = vi.spyOn(queue, 'getJobCounts');
  later += HOUR_MS;
  await vi.waitUntil(() => checks.mock.settledResults.filter(({ type }) => type === 'fulfilled').length > 2, WITHIN);
  expect([reports.length, giveUp.mock.calls.length]).toEqual([1, 0]);
  resolve();
});
