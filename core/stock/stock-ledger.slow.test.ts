import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { stopServices } from '../test/stop-services.ts';
import { walkStock } from '../test/walk-stock.ts';

const STEPS = 10_000;
/** They share the pool of connections, as requests do. */
const SHOPS = 8;

beforeAll(() => connectDatabase());
afterAll(stopServices);

it('the ledgers add up to the stocks after 10,000 changes at several shops together', async () => {
  const walks = Array.from({ length: SHOPS }, (_, at) => walkStock({ count: STEPS / SHOPS, seed: 35 + at }));
  const done = await Promise.all(walks);
  const ofEach = Object.values(
    Object.groupBy(
      done.flatMap((counts) => [...counts.entries()]),
      ([step]) => step,
    ),
  );
  const totals = ofEach.map((counts = []) => counts.reduce((sum, [, count]) => sum + count, 0));
  expect(Math.min(...totals)).toBeGreaterThan(50);
  expect(await brokenInvariants(database().pool)).toEqual([]);
}, 300_000);
