import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillWithShippedGoods, GOALS, qualityOf } from '../../../tests/bench/search-quality.ts';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { searchMarket } from './search-market.ts';

beforeAll(async () => {
  connectDatabase();
  await fillWithShippedGoods(database().pool);
});
afterAll(closeDatabase);

it('answers three hundred searches as customers type them', async () => {
  const quality = await qualityOf(async (search) =>
    (await searchMarket({ search, limit: 50 })).products.map(({ name }) => name),
  );
  expect(quality.map(({ kind }) => kind)).toEqual(Object.keys(GOALS));
  expect(quality.filter(({ kind, mrr }) => mrr < (GOALS[kind] ?? 1))).toEqual([]);
  expect(quality.filter(({ recall }) => recall < 0.8)).toEqual([]);
}, 120_000);
