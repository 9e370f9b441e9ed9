import pg from 'pg';
import { bind, database } from '@haat/core/db/database';
import { COUNT_SHOP_ORDERS, foundOrdersSql, SHOP_ORDERS_BY_IDS, shopOrdersSql } from '@haat/core/orders/list-orders';
import {
  BEST_SELLERS,
  BEST_SHOWN,
  DAYS_SHOWN,
  LOW_SHOWN,
  LOW_STOCK_ROWS,
  SHOP_NOW,
} from '@haat/core/money/read-shop-stats';
import { MAX_ORDER_COUNT, ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { MAX_CASH_REPORT_ORDERS } from '@haat/contract/money/reports.calls';
import { MONEY_DAYS } from '@haat/core/money/money-days.sql';
import { DAY_CASH, DAY_SUMS } from '@haat/core/money/cash-report';
import { type Figure, percentile, said, timesOf } from './measure.ts';
import { withPrograms } from './programs.ts';
import type { BenchData, BenchShop } from './bench-data.ts';

const PAGE = 50;
const GOAL_BOARD_MS = 8;
const GOAL_STATEMENT_MS = 5;

/**
 * The first page of the order board of a shop with 50,000 orders, one reader after another, against the same statement
 * through bare pg in the same run: the difference is token, session, JSON and HTTP.
 */
export async function measureBoard({ shops, customers }: BenchData): Promise<Figure[]> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('There are no shops');
  await fillShop(shop, customer.id);
  const floor = await bareBoardTimes(shop);
  return withPrograms({ worker: false }, async (url) => {
    const figures: Figure[] = [];
    for (const query of ['', '&status=Delivered']) {
      const times = await timesOf(async () => readPage(url, shop, query));
      figures.push(figureOf(query === '' ? 'newest' : 'of one status', times, floor));
    }
    return [...figures, ...(await statementFigures(shop))];
  });
}

function figureOf(what: string, times: number[], floor: number[]): Figure {
  const more = percentile(times, 0.5) - percentile(floor, 0.5);
  return {
    what: `${PAGE} of ${ORDERS.toLocaleString('en')}, ${what}`,
    figure: said(times),
    floor: said(floor),
    goal: `p50 ≤ floor + ${GOAL_BOARD_MS} ms`,
    reached: more <= GOAL_BOARD_MS,
  };
}

/** The statements of the board whose time could grow with the orders of the shop, through bare pg. */
async function statementFigures({ id }: BenchShop): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const { rows } = await pool.query<{ order_number: string; customer_phone: string }>(
    'SELECT order_number, customer_phone FROM orders WHERE shop_id = $1 AND customer_phone IS NOT NULL ORDER BY id LIMIT 1',
    [id],
  );
  const { order_number: number = '', customer_phone: phone = '' } = rows[0] ?? {};
  const page = { shopId: id, before: null, after: null, limit: PAGE };
  const search = async (digits: string) => {
    const sql = foundOrdersSql({ byStatus: false, search: { digits, inPhones: true } });
    const found = await pool.query<{ id: number }>(bind(sql, { ...page, pattern: `%${digits}%` }));
    await pool.query(bind(SHOP_ORDERS_BY_IDS, { ids: found.rows.map((row) => row.id) }));
  };
  const counts = bind(COUNT_SHOP_ORDERS, { shopId: id, statuses: ORDER_STATUSES, limit: MAX_ORDER_COUNT });
  const statements = [
    ['counts', () => pool.query(counts)],
    ['search by number', () => search(number.slice(1))],
    ['search by mobile number', () => search(phone)],
    ['search by its last six digits', () => search(phone.slice(-6))],
    ['search by its last four digits', () => search(phone.slice(-4))],
    ['search by three digits', () => search(phone.slice(-3))],
  ] as const;
  const figures: Figure[] = [];
  for (const [what, query] of statements) {
    const times = await timesOf(query);
    figures.push({
      what: `${what}, ${ORDERS.toLocaleString('en')} orders`,
      figure: said(times),
      floor: '',
      goal: `p50 ≤ ${GOAL_STATEMENT_MS} ms`,
      reached: percentile(times, 0.5) <= GOAL_STATEMENT_MS,
    });
  }
  await pool.end();
  return figures;
}

async function bareBoardTimes({ id }: BenchShop): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const statement = bind(shopOrdersSql({ byStatus: false }), {
    shopId: id,
    before: null,
    limit: PAGE,
  });
  const times = await timesOf(() => pool.query(statement));
  await pool.end();
  return times;
}

async function readPage(url: string, { id, vendorToken }: BenchShop, query: string): Promise<void> {
  const headers = { authorization: `Bearer ${vendorToken}` };
  const answer = await fetch(`${url}/api/orders/shop/${id}?limit=${PAGE}${query}`, { headers });
  const orders = (await answer.json()) as unknown[];
  if (orders.length !== PAGE) throw new Error(`${orders.length} orders came, not ${PAGE}`);
}

const GOAL_STATS_MS = 8;

/**
 * The figures of a shop with 50,000 orders, of which 14 days have 20,000, one reader after another, against their
 * statements through bare pg in the same run.
 */
export async function measureFigures({ shops, customers }: BenchData): Promise<Figure[]> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('There are no shops');
  await fillShop(shop, customer.id);
  const floor = await bareStatsTimes(shop);
  const times = await withPrograms({ worker: false }, (url) => timesOf(() => readFigures(url, shop)));
  const more = percentile(times, 0.5) - percentile(floor, 0.5);
  const what = `a day's figures at ${ORDERS.toLocaleString('en')} orders`;
  const goal = `p50 ≤ floor + ${GOAL_STATS_MS} ms`;
  return [{ what, figure: said(times), floor: said(floor), goal, reached: more <= GOAL_STATS_MS }];
}

async function bareStatsTimes({ id }: BenchShop): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const now = new Date();
  const times = await timesOf(async () => {
    const ends = new Date(now.getTime() + DAY_MS);
    const begins = new Date(ends.getTime() - DAYS_SHOWN * DAY_MS);
    const period = { shopId: id, begins, ends, timeZone: 'Asia/Kolkata' };
    await pool.query(bind(MONEY_DAYS, { ...period, from: toDay(begins), to: toDay(now) }));
    await pool.query(bind(BEST_SELLERS, { ...period, limit: BEST_SHOWN }));
    await pool.query(bind(LOW_STOCK_ROWS, { shopId: id, limit: LOW_SHOWN }));
    await pool.query(bind(SHOP_NOW, { shopId: id }));
  });
  await pool.end();
  return times;
}

async function readFigures(url: string, { id, vendorToken }: BenchShop): Promise<void> {
  const headers = { authorization: `Bearer ${vendorToken}` };
  const answer = await fetch(`${url}/api/shops/${id}/stats`, { headers });
  const { today } = (await answer.json()) as { today: { orders: number } };
  if (today.orders === 0) throw new Error('The shop has sold nothing today');
}

const GOAL_REPORT_MS = 10;
const DAY_MS = 86_400_000;
const toDay = (at: Date): string => at.toISOString().slice(0, 10);
const yesterday = toDay(new Date(Date.now() - DAY_MS));

/**
 * The cash report of a shop with 50,000 orders, of a day with 1,440 of them, one reader after another, against its statements
 * through bare pg in the same run.
 */
export async function measureCashReport({ shops, customers }: BenchData): Promise<Figure> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('There are no shops');
  await fillShop(shop, customer.id);
  const floor = await bareReportTimes(shop);
  const times = await withPrograms({ worker: false }, (url) => timesOf(() => readCashReport(url, shop)));
  const more = percentile(times, 0.5) - percentile(floor, 0.5);
  const what = `a cash report at ${ORDERS.toLocaleString('en')} orders`;
  const goal = `p50 ≤ floor + ${GOAL_REPORT_MS} ms`;
  return { what, figure: said(times), floor: said(floor), goal, reached: more <= GOAL_REPORT_MS };
}

async function bareReportTimes({ id }: BenchShop): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: 1 });
  const begins = new Date(`${yesterday}T00:00:00+05:30`);
  const ends = new Date(begins.getTime() + DAY_MS);
  const which = { shopId: id, begins, ends, timeZone: 'Asia/Kolkata' };
  const times = await timesOf(async () => {
    await pool.query(bind(DAY_SUMS, which));
    await pool.query(bind(DAY_CASH, { ...which, kind: 'received', limit: MAX_CASH_REPORT_ORDERS }));
  });
  await pool.end();
  return times;
}

async function readCashReport(url: string, { id, vendorToken }: BenchShop): Promise<void> {
  const headers = { authorization: `Bearer ${vendorToken}` };
  const answer = await fetch(`${url}/api/shops/${id}/cash-report?day=${yesterday}`, { headers });
  const { cash } = (await answer.json()) as { cash: unknown[] };
  if (cash.length < 1_000) throw new Error('The shop has delivered too little that day');
}

export const ORDERS = 200_000;

let filled: number | undefined;

/** Gives the shop, once, 50,000 orders of two lines each: one a minute, delivered. */
export async function fillShop({ id, variants }: BenchShop, customerId: number): Promise<void> {
  if (filled === id) return;
  filled = id;
  const { pool } = database();
  const place = `
    INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name,
      customer_phone, status, created_at, payment_status, collected_at)
    SELECT $1, $2, 'cod', true, 100, 0, 'Test Customer', (6000000000 + (random() * 3999999999)::bigint)::text, 'Delivered', now() - n * interval '1 minute',
      'collected', now() - n * interval '1 minute'
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
