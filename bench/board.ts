import { database } from '@haat/core/db/database';
import { shopOrdersSql } from '@haat/core/services/orders/shop-orders.sql';
import pg from 'pg';
import { percentile } from './percentile.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage, StageShop } from './stage.ts';

const ORDERS = 50_000;
const PAGE = 50;
const ROUNDS = 300;
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

const said = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;

async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 30; warm++) await read();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return times;
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

/** Delivered long ago, of two lines each. */
async function fillShop({ id, variants }: StageShop, customerId: number): Promise<void> {
  const { pool } = database();
  const place = `
    INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name,
      customer_phone, status, created_at)
    SELECT $1, $2, 'cod', true, 100, 0, 'Test Customer', (9000000000 + n)::text, 'Delivered', now() - n * interval '1 minute'
    FROM generate_series(1, $3) n`;
  await pool.query(place, [customerId, id, ORDERS]);
  const lines = `
    INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity)
    SELECT o.id, v.id, v.product_id, 'Rice', 50, 1
    FROM orders o CROSS JOIN (SELECT id, product_id FROM variants WHERE id = ANY ($2::bigint[])) v
    WHERE o.shop_id = $1 AND NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id)`;
  await pool.query(lines, [id, variants.slice(0, 2).map((variant) => variant.id)]);
  await pool.query('VACUUM ANALYZE orders, order_items');
}
