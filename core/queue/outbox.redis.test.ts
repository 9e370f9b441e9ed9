import { afterAll, expect, it, vi } from 'vitest';
import { hasRedisServer } from '../../tests/setup/redis.ts';
import { OwnRedisServer } from '../test/own-redis-server.ts';

// The settings are read when these are loaded: nothing listens on this port yet.
const server = await OwnRedisServer.at();
process.env.REDIS_URL = server.url;
const { dispatchesSettled: dispatched, dispatchSoon } = await import('./outbox.ts');
const { closeQueues, readyQueue } = await import('./queues.ts');

afterAll(closeQueues);

const announce = (id: number) => dispatchSoon({ id, topic: 'order.placed', subjectId: id });

it('does not block callers while the job store is unavailable, and drops what it cannot queue', async () => {
  const from = performance.now();
  for (let id = 1; id <= 5_000; id++) announce(id);
  // Far more than it takes, and far less than waiting for the store even once for each.
  expect(performance.now() - from).toBeLessThan(5_000);
  await dispatched();
  expect(performance.now() - from).toBeLessThan(30_000);
});

it.runIf(hasRedisServer())('queues again as soon as the store is back', async () => {
  await server.start();
  try {
    await vi.waitFor(
      async () => {
        announce(7);
        await dispatched();
        const job = await (await readyQueue('order-events')).getJob('o-7');
        expect(job?.data).toEqual({ orders: [{ outboxId: 7, subjectId: 7 }] });
      },
      { timeout: 15_000, interval: 200 },
    );
  } finally {
    await closeQueues();
    await server.stop();
  }
});
