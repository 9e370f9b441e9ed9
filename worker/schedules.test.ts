import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { env } from '@haat/core/ops/env';
import { closeQueues, readyQueue } from '@haat/core/queue/queues';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { restoreSchedules, writeSchedules } from './schedules.ts';

beforeAll(() => void connectDatabase());
afterAll(async () => {
  vi.restoreAllMocks();
  await closeQueues();
  await closeDatabase();
});

const sweeps = async () => {
  const jobs = await (await readyQueue('maintenance')).getJobs(['delayed', 'waiting']);
  return jobs.filter(({ name }) => name === 'sweep-outbox').map(({ id }) => id);
};

it.skipIf(env.REDIS_URL)(
  'restores a schedule whose next job is lost, and leaves one whose job only waits',
  async () => {
    await writeSchedules();
    const [first] = await sweeps();
    // As if no worker had run for a minute.
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    await restoreSchedules();
    expect(await sweeps()).toEqual([first]);

    await database().pool.query(`DELETE FROM bullmq.job WHERE name = 'sweep-outbox'`);
    expect(await sweeps()).toEqual([]);
    await restoreSchedules();
    expect(await sweeps()).toEqual([expect.any(String)]);
  },
);
