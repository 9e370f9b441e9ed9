import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connectDatabase } from '@haat/core/db/database';
import { checkFetching } from '@haat/core/health/dependencies';
import type { JobProcessor, QueueBackend } from '@haat/core/jobs/queue-backend';
import { createQueueBackend, readyQueue } from '@haat/core/jobs/queues';
import { stopServices } from '../core/test/stop-services.ts';
import { GuardedWorker } from './guarded-worker.ts';

const WITHIN = { timeout: 30_000 };

let backend: QueueBackend;
beforeAll(() => {
  connectDatabase();
  backend = createQueueBackend({ workers: 4 });
});
afterAll(async () => {
  await backend.close();
  await stopServices();
});
beforeEach(async () => {
  await (await readyQueue('messages')).clean(0, 1_000, 'wait');
});

/** The first workers fetch nothing and cannot be closed, as those that wait for a connection which is never made again. */
function stuckBackend(stuck: number): { worker: QueueBackend['worker']; opened(): number } {
  const never = Promise.withResolvers<void>().promise;
  let opened = 0;
  return {
    worker(...args) {
      opened += 1;
      if (opened > stuck) return backend.worker(...args);
      return { name: args[0], waitUntilReady: () => never, close: () => never };
    },
    opened: () => opened,
  };
}

type Started = { stuck: number; process?: JobProcessor; stuckAfterMs?: number };

function start({ stuck, process = async () => {}, stuckAfterMs = 500 }: Started) {
  const giveUp = vi.fn();
  const { worker, opened } = stuckBackend(stuck);
  const guarded = new GuardedWorker({
    backend: { worker },
    name: 'messages',
    process,
    concurrency: 1,
    giveUp,
    limits: { checkEveryMs: 20, stuckAfterMs },
  });
  return { guarded, giveUp, opened };
}

it('replaces a worker that does not fetch what waits, and reports it until jobs run again', async () => {
  const done: (string | undefined)[] = [];
  const process: JobProcessor = async ({ id }) => void done.push(id);
  // Long enough for a new worker to start on a busy machine.
  const { guarded, giveUp, opened } = start({ stuck: 1, process, stuckAfterMs: 2_000 });
  const job = await (await readyQueue('messages')).add('any', {});
  await vi.waitUntil(() => checkFetching().length > 0 || done.length > 0, WITHIN);
  expect(checkFetching()).toEqual([
    expect.objectContaining({ state: 'degraded', reason: expect.stringContaining('messages') as string }),
  ]);
  await vi.waitFor(() => expect(done).toEqual([job.id]), WITHIN);
  expect([opened(), giveUp.mock.calls.length, checkFetching()]).toEqual([2, 0, []]);
  await guarded.close();
});

it('gives up when the new worker fetches nothing either', async () => {
  const { guarded, giveUp, opened } = start({ stuck: 2 });
  await (await readyQueue('messages')).add('any', {});
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledTimes(1), WITHIN);
  expect(opened()).toBe(2);
  void guarded.close();
});

it('leaves a worker alone that is busy, though more waits', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const begun = performance.now();
  const { guarded, giveUp, opened } = start({ stuck: 0, process: () => end });
  const queue = await readyQueue('messages');
  await queue.addBulk([
    { name: 'any', data: {} },
    { name: 'any', data: {} },
  ]);
  await vi.waitFor(
    async () => expect(await queue.getJobCounts('waiting', 'active')).toEqual({ waiting: 1, active: 1 }),
    WITHIN,
  );
  await vi.waitUntil(() => performance.now() - begun > 1_000, WITHIN);
  expect([opened(), giveUp.mock.calls.length]).toEqual([1, 0]);
  resolve();
  await guarded.close();
});
