import { setTimeout as sleep } from 'node:timers/promises';
import { shopFeed } from '@haat/contract/socket-events';
import { database } from '@haat/core/db/database';
import { OrderLoad } from '../../api/test/order-load.ts';
import { ReconnectingStream } from '../../api/test/reconnecting-stream.ts';
import { type Fleet, startFleet } from '../../core/test/fleet.ts';
import { hasHaproxy } from '../../core/test/haproxy.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { percentile, type Figure } from './measure.ts';
import type { BenchData, BenchShop } from './bench-data.ts';

const REPLICAS = 3;
const WORKERS = 4;
const SHOPS = 6;
const SCREENS_PER_SHOP = 2;
const QUIET_MS = 5_000;
const SEEN_WITHIN_MS = 20_000;

type Market = { buyers: OrderLoad[]; screens: { shop: BenchShop; reader: ReconnectingStream }[] };

/**
 * Every replica and every worker is stopped and started in turn behind the proxy, while customers order without ever asking
 * twice and shops follow their streams: how many requests failed, how many events were missed or came twice.
 */
export async function measureRolling(data: BenchData, redisUrl: string | undefined): Promise<Figure[]> {
  if (!hasHaproxy()) {
    console.log('haproxy was not found: the rolling restart is skipped.');
    return [];
  }
  const env = { DRAIN_SECONDS: '3', DATABASE_POOL: '8', ...(redisUrl && { REDIS_URL: redisUrl }) };
  const fleet = await startFleet({ replicas: REPLICAS, workers: WORKERS, env });
  try {
    const market = openMarket(data, fleet.url);
    await sleep(QUIET_MS);
    const quiet = market.buyers.flatMap(({ times }) => times.splice(0));
    await restartAll(fleet);
    await Promise.all(market.buyers.map((buyers) => buyers.stop()));
    const missedOrDoubled = await countWrong(market);
    await Promise.all(market.screens.map(({ reader }) => reader.close()));
    return figuresOf(market, quiet, missedOrDoubled);
  } finally {
    await fleet.stop();
  }
}

function openMarket({ shops, customers }: BenchData, url: string): Market {
  const open = shops.slice(0, SHOPS);
  const buyers = open.map(({ variants }, at) => {
    const [variant] = variants;
    if (!variant) throw new Error('There are no shops');
    return new OrderLoad(url, { body: orderBody([{ variant }]), token: customers[at]?.token ?? '' });
  });
  const screens = open.flatMap((shop) =>
    Array.from({ length: SCREENS_PER_SHOP }, () => {
      const reader = new ReconnectingStream([`${url}/api/notifications/stream?token=${shop.vendorToken}`]);
      return { shop, reader };
    }),
  );
  for (const each of buyers) each.begin(1);
  return { buyers, screens };
}

async function restartAll(fleet: Fleet): Promise<void> {
  for (let at = 0; at < Math.max(REPLICAS, WORKERS); at++) {
    await Promise.all([
      at < REPLICAS ? fleet.restartReplica(at) : undefined,
      at < WORKERS ? fleet.restartWorker(at) : undefined,
    ]);
  }
}

/** The events that are not on a screen exactly once, when all have had time to come. */
async function countWrong({ screens }: Market): Promise<number> {
  let wrong = 0;
  for (const { shop, reader } of screens) {
    const { rows } = await database().pool.query<{ seq: number }>(
      "SELECT seq FROM notifications WHERE feed = $1 AND kind = 'order.placed'",
      [shopFeed(shop.id)],
    );
    for (let waited = 0; reader.ids.length < rows.length && waited < SEEN_WITHIN_MS; waited += 100) await sleep(100);
    const times = Map.groupBy(reader.ids, (id) => id);
    wrong += rows.filter(({ seq }) => times.get(seq)?.length !== 1).length;
  }
  return wrong;
}

function figuresOf(market: Market, quiet: number[], wrong: number): Figure[] {
  const refused = market.buyers.flatMap((buyers) => buyers.refused);
  if (refused.length > 0) console.log(refused.slice(0, 5).join('\n'));
  const accepted = market.buyers.reduce((sum, buyers) => sum + buyers.accepted, 0);
  const times = market.buyers.flatMap((buyers) => buyers.times);
  const comings = market.screens.reduce((sum, { reader }) => sum + reader.connections - 1, 0);
  const p99 = (times: number[]): string => `p99 ${percentile(times, 0.99).toFixed(0)} ms`;
  return [
    {
      what: 'orders refused or lost',
      figure: `${refused.length} of ${accepted + refused.length}   ${p99(times)}`,
      floor: `${p99(quiet)} before`,
      goal: '0',
      reached: refused.length === 0,
    },
    {
      what: 'events missed or duplicated',
      figure: `${wrong}, on ${market.screens.length} streams that came back ${comings} times`,
      floor: '',
      goal: '0',
      reached: wrong === 0,
    },
  ];
}
