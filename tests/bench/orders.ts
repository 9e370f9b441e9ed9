import autocannon from 'autocannon';
import pg from 'pg';
import { bind, database } from '@haat/core/db/database';
import { INSERT_ORDER, toInsertParams } from '@haat/core/orders/place/insert-order.sql';
import { readOrderRequest } from '@haat/core/orders/place/order-request';
import { nextOrder, type BenchData } from './bench-data.ts';
import { type Figure, percentile } from './measure.ts';
import { withPrograms } from './programs.ts';

const WARM_UP_SECONDS = 2;
const SECONDS = 3;
const ROUNDS = 5;
/** By the number of concurrent orders: their goal, as a share of the floor. */
const GOALS = new Map([
  [1, 0.5],
  [8, 0.65],
  [32, 0.9],
]);

/**
 * Orders accepted per second by the api while a worker announces them, against the same statement through bare pg, in turns:
 * the medians of five rounds.
 */
export async function measureOrders(data: BenchData): Promise<Figure[]> {
  return withPrograms({ worker: true }, async (url) => {
    const figures: Figure[] = [];
    for (const [connections, goal] of GOALS) {
      await acceptedPerSecond(data, url, { connections, seconds: WARM_UP_SECONDS });
      const rounds: { floor: number; accepted: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await settle();
        const floor = await placeBare(data, connections, SECONDS);
        await settle();
        rounds.push({ floor, accepted: await acceptedPerSecond(data, url, { connections, seconds: SECONDS }) });
      }
      const half = (value: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(value), 0.5);
      const ratio = half(({ floor, accepted }) => accepted / floor);
      figures.push({
        what: `c=${connections}`,
        figure: `${half(({ accepted }) => accepted).toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
        floor: `${half(({ floor }) => floor).toFixed(0)}/s`,
        goal: `ratio ≥ ${goal}`,
        reached: ratio >= goal,
      });
    }
    return figures;
  });
}

type Load = { connections: number; seconds: number };

/** Orders that the api at `url` accepts per second. Throws when it refuses any. */
export async function acceptedPerSecond(data: BenchData, url: string, { connections, seconds }: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => prepare(data, request) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} orders were refused`);
  return result['2xx'] / result.duration;
}

function prepare(data: BenchData, request: autocannon.Request): autocannon.Request {
  const { customer, text, key } = nextOrder(data);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${customer.token}`,
    'idempotency-key': key,
  };
  return { ...request, method: 'POST', path: '/api/orders', headers, body: text };
}

/** Places orders by the api's own statement through bare pg for so long; answers how many per second. */
export async function placeBare(data: BenchData, connections: number, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: database().url, max: connections });
  const from = performance.now();
  const until = from + seconds * 1_000;
  let placed = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await pool.query(nextStatement(data));
      placed++;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const perSecond = placed / ((performance.now() - from) / 1_000);
  await pool.end();
  return perSecond;
}

/** Nothing of one measurement may be left to be done in the next, and the planner must know the tables as they are. */
export async function settle(): Promise<void> {
  const { pool } = database();
  await pool.query('update outbox set done_at = now() where done_at is null');
  await pool.query('delete from bullmq.job');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

function nextStatement(data: BenchData): pg.QueryConfig {
  const { customer, body, key } = nextOrder(data);
  const request = readOrderRequest({ userId: customer.id, body, idempotencyKey: key });
  return bind(INSERT_ORDER.cod, toInsertParams({ request, payment: 'cod' }, true));
}

/** Everything that an order of three lines writes when it is placed. */
const TABLES = ['orders', 'order_items', 'stock_ledger', 'notifications', 'order_requests', 'outbox'];

/** How much of the disk an order takes in the database, indexes included, over all that this bench has placed. */
export async function measureSize(): Promise<Figure[]> {
  const { rows } = await database().pool.query<{ orders: number; bytes: number }>(
    `SELECT (SELECT count(*) FROM orders) AS orders, sum(pg_total_relation_size(name::regclass))::bigint AS bytes
     FROM unnest($1::text[]) name`,
    [TABLES],
  );
  const { orders, bytes } = rows[0] ?? { orders: 0, bytes: 0 };
  const figure = `${(bytes / orders / 1024).toFixed(2)} KB   (${orders} orders)`;
  return [{ what: 'an order of three lines', figure, floor: '', goal: '', reached: true }];
}
