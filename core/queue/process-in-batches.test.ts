import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database, many, sql } from '../db/database.ts';
import { GatewayError } from '../errors.ts';
import { readMetrics } from '../ops/health/metrics.ts';
import { isNotPutOff } from './failed-items.ts';
import { processInBatches } from './process-in-batches.ts';

const BATCH = 3;
/** Due items, of which the first four are of one shop and cannot be processed. */
const isPoisoned = ({ id }: { id: number }) => id <= 4;

beforeAll(async () => {
  connectDatabase();
  await database().pool.query('CREATE TABLE due_items (id bigint PRIMARY KEY, done integer NOT NULL DEFAULT 0)');
});
beforeEach(async () => {
  await database().pool.query('TRUNCATE due_items, failed_items');
  await database().pool.query('INSERT INTO due_items SELECT generate_series(1, 10)');
});
afterAll(closeDatabase);

const LIST_DUE = sql<object, { id: number }>(
  `SELECT id FROM due_items WHERE done = 0 AND ${isNotPutOff('remind-shops', 'id')} ORDER BY id LIMIT ${BATCH}`,
);
const done = async () =>
  (await database().pool.query('SELECT id FROM due_items WHERE done = 1 ORDER BY id')).rows.map(({ id }) => id);
const attempts = async () =>
  (await database().pool.query('SELECT attempts FROM failed_items ORDER BY item_id')).rows.map((row) => row.attempts);
const work = (fail: (item: { id: number }) => void) =>
  processInBatches({
    processor: 'remind-shops',
    batch: BATCH,
    claim: () => many(LIST_DUE, {}),
    idOf: ({ id }) => id,
    process: async (item) => {
      fail(item);
      await database().pool.query('UPDATE due_items SET done = done + 1 WHERE id = $1', [item.id]);
    },
  });
const failPoisoned = (item: { id: number }) => {
  if (isPoisoned(item)) throw new Error('integer out of range');
};

it('goes on with the others when a whole batch fails, and retries the failed ones later', async () => {
  expect(await work(failPoisoned)).toBe(6);
  expect(await done()).toEqual([5, 6, 7, 8, 9, 10]);
  expect(await attempts()).toEqual([1, 1, 1, 1]);
  expect(await readMetrics()).toContain('haat_failed_items{processor="remind-shops"} 4');

  // Postponed items are not even tried.
  expect(await work(failPoisoned)).toBe(0);
  expect(await attempts()).toEqual([1, 1, 1, 1]);

  await database().pool.query(`UPDATE failed_items SET retry_at = now() WHERE item_id <> 1`);
  expect(await work(({ id }) => failPoisoned({ id: id === 2 ? 2 : 5 }))).toBe(2);
  expect(await done()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await attempts()).toEqual([1, 2, 1, 1]);
});

it('waits with a provider that cannot be reached, and puts nothing off for it', async () => {
  await expect(
    work(() => {
      throw new GatewayError('stripe', undefined);
    }),
  ).resolves.toBe(0);
  expect(await attempts()).toEqual([]);
});

it('blames no item when the database is unavailable', async () => {
  const outage = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
  await expect(
    work(() => {
      throw outage;
    }),
  ).rejects.toThrow(outage);
  expect(await attempts()).toEqual([]);
});
