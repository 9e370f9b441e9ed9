import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct, createShop } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { closeDatabase, connectDatabase, database } from './database.ts';
import * as mostStock from './migrations/20261202050120_most_stock.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

it('lowers stocks to which nothing could be added, by a row of the ledger, and leaves the others', async () => {
  const { knex, pool } = database();
  await mostStock.down(knex);
  const shop = await createShop();
  const variants = [{ stock: 2_147_483_647 }, { stock: 1_000_001, unit: '1 kg' }, { stock: 1_000_000, unit: '2 kg' }];
  await createProduct({ shop, variants });
  await mostStock.up(knex);
  const { rows } = await pool.query('SELECT stock FROM variants ORDER BY id');
  expect(rows.map(({ stock }) => stock)).toEqual([1_000_000, 1_000_000, 1_000_000]);
  expect(await brokenInvariants(pool)).toEqual([]);
  await expect(pool.query('UPDATE variants SET stock = 1000000001')).rejects.toThrow('variants_most_stock');
});
