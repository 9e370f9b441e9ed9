import { database } from '@haat/core/db/database';
import { MOST_IN_DAY_BOOK } from '@haat/contract/api/day-book.schema';
import { DAY_CASH, DAY_SUMS } from '@haat/core/services/day-book/day-book.sql';
import pg from 'pg';
import { fillShop, ORDERS } from './busy-shop.ts';
import { percentile } from './percentile.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage, StageShop } from './stage.ts';
import { said, timesOf } from './times.ts';

const GOAL_MORE_MS = 10;
const DAY_MS = 86_400_000;
const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);

/**
 * The day book of a shop with 50,000 orders, of a day with 1,440 of them, one reader after another, against its statements
 * through bare pg in the same run.
 */
export async function measureDayBook({ shops, customers }: Stage): Promise<Figure> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('The stage is empty');
  await fillShop(shop, customer.id);
  const floor = await timesOfBare(shop);
  const times = await withPrograms({ worker: false }, (url) => timesOf(() => readDayBook(url, shop)));
  const more = percentile(times, 0.5) - percentile(floor, 0.5);
  const what = `a day book at ${ORDERS.toLocaleString('en')} orders`;
  const goal = `p50 ≤ floor + ${GOAL_MORE_MS} ms`;
  return { what, figure: said(times), floor: said(floor), goal, reached: more <= GOAL_MORE_MS };
}

async function timesOfBare({ id }: StageShop): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const which = [id, new Date(), yesterday];
  const times = await timesOf(async () => {
    await pool.query({ name: 'sums', text: DAY_SUMS, values: which });
    await pool.query({ name: 'cash', text: DAY_CASH, values: [...which, MOST_IN_DAY_BOOK] });
  });
  await pool.end();
  return times;
}

async function readDayBook(url: string, { id, vendorToken }: StageShop): Promise<void> {
  const headers = { authorization: `Bearer ${vendorToken}` };
  const answer = await fetch(`${url}/api/shops/${id}/day-book?day=${yesterday}`, { headers });
  const { cash } = (await answer.json()) as { cash: { list: unknown[] } };
  if (cash.list.length < 1_000) throw new Error('The shop has delivered too little that day');
}
