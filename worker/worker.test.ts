import { connectBus } from '@haat/core/live/connect-bus';
import type { Bus, Signal } from '@haat/core/live/bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues, readyQueue } from '@haat/core/queue/queues';
import { outboxJobId, dispatchesSettled, dispatchSoon } from '@haat/core/queue/outbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcedOrder, type AnnouncedOrder } from '../core/test/announced-order.ts';
import { createShop, createUser } from '../core/test/factories.ts';
import { killLeftoverPrograms, type Program, startWorkerProgram } from '../core/test/program.ts';

/** After an hour a failed announcement is not queued again. */
const HOUR = 3600;
const WITHIN = { timeout: 30_000, interval: 50 };

let bus: Bus;
let user: { id: number };
let shop: { id: number };
const signals: Signal[] = [];

beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  bus.subscribe((signal) => signals.push(signal));
  user = await createUser();
});
beforeEach(async () => {
  shop = await createShop();
  signals.length = 0;
});
afterAll(async () => {
  killLeftoverPrograms();
  await dispatchesSettled();
  await closeQueues();
  await bus.close();
  await closeDatabase();
});

const place = (ageSeconds = 0) => announcedOrder({ shop, user, ageSeconds });
const enqueue = ({ outboxId, orderId }: AnnouncedOrder) =>
  dispatchSoon({ id: outboxId, topic: 'order.placed', subjectId: orderId });
const isDone = async ({ outboxId }: AnnouncedOrder) => {
  const { rows } = await database().pool.query('select done_at from outbox where id = $1', [outboxId]);
  return rows[0].done_at !== null;
};
const signalsOfShop = () =>
  signals.flatMap((signal) => (signal.type === 'feed' && signal.feed === `shop:${shop.id}` ? [signal.seq] : []));
const jobsLeft = async () => {
  const counts = await (await readyQueue('order-events')).getJobCounts('waiting', 'active', 'delayed');
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
};

/** Keeps the job of this order in the middle of its work until the answer is called. */
async function holdUp({ outboxId }: AnnouncedOrder): Promise<() => Promise<void>> {
  const client = await database().pool.connect();
  await client.query('begin');
  await client.query('select from outbox where id = $1 for update', [outboxId]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}
const isHeldUp = async () => {
  const { rows } = await database().pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  expect(rows).toHaveLength(1);
};

describe('while it runs', () => {
  let worker: Program;
  beforeAll(async () => {
    worker = await startWorkerProgram();
  });
  afterAll(() => worker.terminate());

  it('signals the feed of the shop and its catalog, and says so in the outbox', async () => {
    const order = await place();
    enqueue(order);
    await vi.waitFor(() => expect(signalsOfShop()).toContain(order.seq), WITHIN);
    await vi.waitFor(
      () => expect(signals.some((signal) => signal.type === 'catalog' && signal.shopId === shop.id)).toBe(true),
      WITHIN,
    );
    await vi.waitFor(async () => expect(await isDone(order)).toBe(true), WITHIN);
  });

  it('deletes what is done', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, () => place()));
    for (const order of orders) enqueue(order);
    await vi.waitFor(async () => expect(await Promise.all(orders.map(isDone))).not.toContain(false), WITHIN);
    await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), WITHIN);
  });

  it('dispatches what was committed and never queued', async () => {
    const order = await place(6);
    await vi.waitFor(() => expect(signalsOfShop()).toContain(order.seq), WITHIN);
    await vi.waitFor(async () => expect(await isDone(order)).toBe(true), WITHIN);
  });

  it('lets a job that can never succeed fail, visibly, while the others run', async () => {
    const [poison, healthy] = [await place(2 * HOUR), await place()];
    const queue = await readyQueue('order-events');
    const opts = { jobId: outboxJobId(poison.outboxId), attempts: 5 };
    await queue.addBulk([{ name: 'publish-order-signals', data: { outboxId: 'seven' }, opts }]);
    enqueue(healthy);
    await vi.waitFor(() => expect(signalsOfShop()).toContain(healthy.seq), WITHIN);
    await vi.waitFor(async () => {
      const failed = await queue.getFailed();
      expect(failed.map(({ id }) => id)).toContain(opts.jobId);
    }, WITHIN);
    // The sweeper lets its row go instead of trying for ever.
    await vi.waitFor(async () => expect(await isDone(poison)).toBe(true), WITHIN);
    expect((await queue.getJob(opts.jobId))?.attemptsMade).toBe(1);
  });
});

it('runs the job of a worker that was killed while running it', async () => {
  const worker = await startWorkerProgram();
  const order = await place();
  const release = await holdUp(order);
  enqueue(order);
  await vi.waitFor(isHeldUp, WITHIN);
  await worker.kill();
  await release();

  const other = await startWorkerProgram();
  await vi.waitFor(() => expect(signalsOfShop()).toContain(order.seq), { timeout: 25_000, interval: 100 });
  await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), WITHIN);
  expect(await other.terminate()).toBe(0);
}, 60_000);

it('finishes its running job on SIGTERM', async () => {
  const lines: string[] = [];
  const worker = await startWorkerProgram({ onLine: (line) => lines.push(line) });
  const order = await place();
  const release = await holdUp(order);
  enqueue(order);
  await vi.waitFor(isHeldUp, WITHIN);
  const ended = worker.terminate();
  await vi.waitFor(() => expect(lines.join()).toContain('Shutting down'), WITHIN);
  await release();
  expect(await ended).toBe(0);
  expect(await isDone(order)).toBe(true);
  // Others may be waiting: the shops of earlier tests are reminded of their orders.
  expect(await (await readyQueue('order-events')).getJob(outboxJobId(order.outboxId))).toBeUndefined();
}, 60_000);
