import { LOW_STOCK } from '@haat/contract/rules/low-stock';
import { database } from '@haat/core/db/database';
import { BEST_SELLERS, DAYS, LOW_STOCK_ROWS, OPEN_ORDERS } from '@haat/core/services/figures/figures.sql';
import { BEST_SHOWN, DAYS_SHOWN, LOW_SHOWN } from '@haat/core/services/figures/read-figures';
import pg from 'pg';
import { fillShop, ORDERS } from './busy-shop.ts';
import { percentile } from './percentile.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage, StageShop } from './stage.ts';
import { said, timesOf } from './times.ts';

const GOAL_MORE_MS = 8;

/**
 * The figures of a shop with 50,000 orders, of which 14 days have 20,000, one reader after another, against their
 * statements through bare pg in the same run.
 */
export async function measureFigures({ shops, customers }: Stage): Promise<Figure[]> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('The stage is empty');
  await fillShop(shop, customer.id);
  const floor = await timesOfBare(shop);
  const times = await withPrograms({ worker: false }, (url) => timesOf(() => readFigures(url, shop)));
  const more = percentile(times, 0.5) - percentile(floor, 0.5);
  const what = `a day's figures at ${ORDERS.toLocaleString('en')} orders`;
  const goal = `p50 ≤ floor + ${GOAL_MORE_MS} ms`;
  return [{ what, figure: said(times), floor: said(floor), goal, reached: more <= GOAL_MORE_MS }];
}

async function timesOfBare({ id }: StageShop): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const now = new Date();
  const times = await timesOf(async () => {
    await pool.query({ name: 'days', text: DAYS, values: [id, now, DAYS_SHOWN] });
    await pool.query({ name: 'best', text: BEST_SELLERS, values: [id, now, DAYS_SHOWN, BEST_SHOWN] });
    await pool.query({ name: 'low', text: LOW_STOCK_ROWS, values: [id, LOW_STOCK, LOW_SHOWN] });
    await pool.query({ name: 'open', text: OPEN_ORDERS, values: [id] });
  });
  await pool.end();
  return times;
}

async function readFigures(url: string, { id, vendorToken }: StageShop): Promise<void> {
  const headers = { authorization: `Bearer ${vendorToken}` };
  const answer = await fetch(`${url}/api/shops/${id}/figures`, { headers });
  const { today } = (await answer.json()) as { today: { orders: number } };
  if (today.orders === 0) throw new Error('The shop has sold nothing today');
}
