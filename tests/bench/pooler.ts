import { database } from '@haat/core/db/database';
import { findEngines } from '../servers/engines.ts';
import { startPgBouncer } from '../servers/pgbouncer.ts';
import type { BenchData, BenchShop } from './bench-data.ts';
import { type Figure, percentile, timesOf } from './measure.ts';
import { acceptedPerSecond, settle } from './orders.ts';
import { withPrograms } from './programs.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;
const GOAL_ORDERS = 0.75;
const GOAL_LIST_MS = 2;

/**
 * Orders accepted per second and the newest page of the order board by an api behind PgBouncer with the configuration of
 * deploy/pgbouncer.ini, against an api with direct connections, in turns: the medians of the rounds. Nothing where PgBouncer
 * cannot run.
 */
export async function measurePooler(data: BenchData): Promise<Figure[]> {
  const [shop] = data.shops;
  const found = await findEngines();
  if (!shop || 'missing' in found) return [];
  const { url } = database();
  const pooler = await startPgBouncer(found.engines, { serverUrl: url });
  const pooled = { DATABASE_URL: pooler.url(new URL(url).pathname.slice(1)), DATABASE_DIRECT_URL: url };
  try {
    // One worker for both: its own statements are the same in either round.
    return await withPrograms({ worker: true }, (directUrl) =>
      withPrograms({ worker: false, env: pooled }, (pooledUrl) => compare(data, shop, { directUrl, pooledUrl })),
    );
  } finally {
    await pooler.stop();
  }
}

type Apis = { directUrl: string; pooledUrl: string };

async function compare(data: BenchData, shop: BenchShop, { directUrl, pooledUrl }: Apis): Promise<Figure[]> {
  const rounds: Record<'orders' | 'list', { direct: number; pooled: number }>[] = [];
  const ordersOf = async (url: string): Promise<number> => {
    await settle();
    return acceptedPerSecond(data, url, { connections: CONNECTIONS, seconds: SECONDS });
  };
  const listOf = async (url: string): Promise<number> => percentile(await timesOf(() => readPage(url, shop)), 0.5);
  for (const url of [directUrl, pooledUrl]) await ordersOf(url);
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      orders: { direct: await ordersOf(directUrl), pooled: await ordersOf(pooledUrl) },
      list: { direct: await listOf(directUrl), pooled: await listOf(pooledUrl) },
    });
  const median = (what: 'orders' | 'list', by: 'direct' | 'pooled') =>
    percentile(
      rounds.map((each) => each[what][by]),
      0.5,
    );
  const [orders, floor] = [median('orders', 'pooled'), median('orders', 'direct')];
  const [list, floorMs] = [median('list', 'pooled'), median('list', 'direct')];
  return [
    {
      what: `orders, c=${CONNECTIONS}`,
      figure: `${orders.toFixed(0)}/s   ratio ${(orders / floor).toFixed(2)}`,
      floor: `${floor.toFixed(0)}/s`,
      goal: `ratio ≥ ${GOAL_ORDERS}`,
      reached: orders / floor >= GOAL_ORDERS,
    },
    {
      what: 'order board, newest',
      figure: `p50 ${list.toFixed(1)} ms`,
      floor: `p50 ${floorMs.toFixed(1)} ms`,
      goal: `≤ floor + ${GOAL_LIST_MS} ms`,
      reached: list <= floorMs + GOAL_LIST_MS,
    },
  ];
}

async function readPage(url: string, { id, vendorToken }: BenchShop): Promise<void> {
  const response = await fetch(`${url}/api/orders/shop/${id}?limit=50`, {
    headers: { authorization: `Bearer ${vendorToken}` },
  });
  if (!response.ok) throw new Error(`The order board responded with ${response.status}`);
  await response.arrayBuffer();
}
