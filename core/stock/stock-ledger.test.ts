import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { stopServices } from '../test/stop-services.ts';
import { walkStock } from '../test/walk-stock.ts';

beforeAll(() => connectDatabase());
afterAll(stopServices);

// The rule itself passes 10,000 steps in `contract/catalog/stock-unit.test.ts`, and the whole in `stock-ledger.slow.test.ts`.
it('the ledger adds up to the stock, whatever a shop does one after another', async () => {
  const done = await walkStock({ count: 400, seed: 35 });
  // Each was possible many times.
  expect(Math.min(...done)).toBeGreaterThan(3);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
