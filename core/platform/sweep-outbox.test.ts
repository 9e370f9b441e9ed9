import { UnrecoverableError } from 'bullmq';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { QueueName } from '../queue/job-definitions.ts';
import { createQueueBackend } from '../queue/queues.ts';
import { createMember, createShop } from '../test/factories.ts';
import { stopServices } from '../test/stop-services.ts';
import { startImport } from '../catalog/imports/start-import.ts';
import { dispatchesSettled, dispatchSoon } from '../queue/outbox.ts';
import { sweepOutbox } from './sweep-outbox.ts';

const WITHIN = { timeout: 20_000, interval: 50 };

beforeAll(() => connectDatabase());
afterAll(stopServices);
beforeEach(() => run('UPDATE outbox SET done_at = now()'));

const run = (text: string, values: unknown[] = []) => database().pool.query(text, values);
const age = (time: string) => run('UPDATE outbox SET created_at = now() - $1::interval', [time]);
const importOf = async (id: number) => {
  const { rows } = await run('SELECT state, finished_at AS "finishedAt" FROM imports WHERE id = $1', [id]);
  return rows[0] as { state: string; finishedAt: Date | null };
};

async function begin({ isDryRun = false } = {}) {
  const shop = await createShop();
  const { id: userId, email } = await createMember({ shop });
  const nobody = { sessionId: '00000000-0000-0000-0000-000000000000', isPlatformAdmin: false };
  const by = {
    ...nobody,
    userId,
    actorId: userId,
    email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor' as const,
  };
  const file = { name: 'all.csv', bytes: Buffer.from('name,price\nTea,10') };
  const start = () => startImport({ by, shopId: shop.id, file, isDryRun });
  const { id } = await start();
  await dispatchesSettled();
  return { shop, id, start };
}

/** Lets a real worker take every job of the queue and fail it for good. */
async function failAll(name: QueueName = 'imports'): Promise<void> {
  const backend = createQueueBackend();
  const failed: unknown[] = [];
  const worker = backend.worker(
    name,
    async (job) => {
      failed.push(job.id);
      throw new UnrecoverableError('A defect of ours');
    },
    1,
  );
  await vi.waitFor(() => expect(failed).not.toEqual([]), WITHIN);
  await worker.close();
  await backend.close();
}

it('ends an import whose job failed, so that the shop can start another one', async () => {
  const { shop, id, start } = await begin();
  await failAll();
  await age('59 seconds');
  await sweepOutbox();
  expect(await importOf(id)).toEqual({ state: 'waiting', finishedAt: null });
  await expect(start()).rejects.toMatchObject({ code: 'import_conflict' });

  await age('61 seconds');
  expect(await sweepOutbox()).toBe(0);
  expect(await importOf(id)).toEqual({ state: 'failed', finishedAt: expect.any(Date) });
  const log = await run('SELECT action, after FROM activity_log WHERE shop_id = $1', [shop.id]);
  expect(log.rows).toEqual([
    { action: 'products.imported', after: { created: 0, changed: 0, unchanged: 0, failed: 0 } },
  ]);
  expect((await run('SELECT FROM outbox WHERE done_at IS NULL')).rowCount).toBe(0);
  expect((await start()).state).toBe('waiting');
});

it('says nothing of a check that failed in the log of the shop', async () => {
  const { shop, id } = await begin({ isDryRun: true });
  await failAll();
  await age('61 seconds');
  await sweepOutbox();
  expect((await importOf(id)).state).toBe('failed');
  expect((await run('SELECT FROM activity_log WHERE shop_id = $1', [shop.id])).rowCount).toBe(0);
});

it('queues a row again whose job is lost, and leaves its import alone', async () => {
  const { id } = await begin();
  await run('UPDATE outbox SET done_at = NULL WHERE subject_id = $1', [id]);
  await age('61 seconds');
  expect(await sweepOutbox()).toBe(1);
  expect((await importOf(id)).state).toBe('waiting');
});

it('queues rows of orders again for an hour after their job failed', async () => {
  const { rows } = await run(`INSERT INTO outbox (topic, subject_id) VALUES ('order.placed', 7) RETURNING id`);
  const { id } = rows[0] as { id: number };
  dispatchSoon({ id, topic: 'order.placed', subjectId: 7 });
  await dispatchesSettled();
  await failAll('order-events');
  await age('61 seconds');
  expect(await sweepOutbox()).toBe(1);
  // The job is queued again, and fails again.
  await failAll('order-events');
  expect((await run('SELECT FROM outbox WHERE done_at IS NULL')).rowCount).toBe(1);

  await age('61 minutes');
  expect(await sweepOutbox()).toBe(0);
  expect((await run('SELECT FROM outbox WHERE done_at IS NULL')).rowCount).toBe(0);
});
