import { database } from '@haat/core/db/database';
import { shopOrdersSql } from '@haat/core/services/orders/shop-orders.sql';
import pg from 'pg';
import { fillShop, ORDERS } from './busy-shop.ts';
import { percentile } from './percentile.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage, StageShop } from './stage.ts';
import { said, timesOf } from './times.ts';

const PAGE = 50;
const GOAL_MORE_MS = 8;

/**
 * The first page of the order board of a shop with 50,000 orders, one reader after another, against the same statement
 * through bare pg in the same run: what is between the two is token, session, JSON and HTTP.
 */
export async function measureBoard({ shops, customers }: Stage): Promise<Figure[]> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('The stage is empty');
  await fillShop(shop, customer.id);
  const floor = await timesOfBare(shop);
  return withPrograms({ worker: false }, async (url) => {
    const figures: Figure[] = [];
    for (const query of ['', '&status=Delivered']) {
      const times = await timesOf(async () => readPage(url, shop, query));
      figures.push(figureOf(query === '' ? 'newest' : 'of one status', times, floor));
    }
    return figures;
  });
}

function figureOf(what: string, times: number[], floor: number[]): Figure {
  const more = percentile(times, 0.5) - percentile(floor, 0.5);
  return {
    what: `${PAGE} of ${ORDERS.toLocaleString('en')}, ${what}`,
    figure: said(times),
    floor: said(floor),
    goal: `p50 ≤ floor + ${GOAL_MORE_MS} ms`,
    reached: more <= GOAL_MORE_MS,
  };
}

async function timesOfBare({ id }: StageShop): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const statement = shopOrdersSql({ ofStatus: false, inNumbers: false });
  const times = await timesOf(() => pool.query({ ...statement, values: [id, null, PAGE] }));
  await pool.end();
  return times;
}

async function readPage(url: string, { id, vendorToken }: StageShop, query: string): Promise<void> {
  const headers = { authorization: `Bearer ${vendorToken}` };
  const answer = await fetch(`${url}/api/orders/shop/${id}?limit=${PAGE}${query}`, { headers });
  const orders = (await answer.json()) as unknown[];
  if (orders.length !== PAGE) throw new Error(`${orders.length} orders came, not ${PAGE}`);
}
