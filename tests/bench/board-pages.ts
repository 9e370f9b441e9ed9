import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { bind, database } from '@haat/core/db/database';
import { shopOrdersSql } from '@haat/core/orders/list-orders';
import { freePort } from '../../tools/lib/ports.ts';
import { fillShop } from './back-office.ts';
import type { BenchData, BenchShop } from './bench-data.ts';
import { type Figure, percentile } from './measure.ts';
import { withPrograms } from './programs.ts';

const PAGE = 50;
const CONNECTIONS = 8;
const ROUNDS = 5;
const SECONDS = 2;
const GOAL = 0.9;

type Answers = { rate: number; bytes: number };

/**
 * Pages of the order board per second with eight concurrent clients, compared with Koa alone that sends the rows of the same
 * statement. Both run in turns; the result is the median of the rounds.
 */
export async function measureBoardPages({ shops, customers }: BenchData): Promise<Figure> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('There are no shops');
  await fillShop(shop, customer.id);
  const headers = { authorization: `Bearer ${shop.vendorToken}` };
  return withPrograms({ worker: false }, (url) =>
    withBareStatement(shop, async (floorUrl) => {
      const rounds: { ours: Answers; floor: Answers }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await load(`${url}/api/orders/shop/${shop.id}?limit=${PAGE}`, headers);
        rounds.push({ ours, floor: await load(floorUrl, {}) });
      }
      const ratio = median(rounds.map(({ ours, floor }) => ours.rate / floor.rate));
      const of = (kind: 'ours' | 'floor') =>
        `${median(rounds.map((round) => round[kind].rate)).toFixed(0)}/s of ${median(rounds.map((round) => round[kind].bytes / 1024)).toFixed(0)} kB`;
      return {
        what: `pages of ${PAGE} orders, c=${CONNECTIONS}`,
        figure: `${of('ours')}   ratio ${ratio.toFixed(2)}`,
        floor: of('floor'),
        goal: `ratio ≥ ${GOAL.toFixed(2)}`,
        reached: ratio >= GOAL,
      };
    }),
  );
}

const median = (values: number[]): number => percentile(values, 0.5);

async function load(url: string, headers: Record<string, string>): Promise<Answers> {
  const options = { url, headers, connections: CONNECTIONS };
  await autocannon({ ...options, duration: 1 });
  const { requests, throughput, non2xx, errors } = await autocannon({ ...options, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pages failed`);
  return { rate: requests.average, bytes: throughput.average / requests.average };
}

async function withBareStatement<Result>(
  { id }: BenchShop,
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const page = { shopId: id, before: null, limit: PAGE };
  const statement = bind(shopOrdersSql({ byStatus: false }), page);
  const port = await freePort();
  const script = fileURLToPath(new URL('bare-statement.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), database().url, JSON.stringify(statement)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    await once(child, 'message');
    return await measure(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill('SIGKILL');
  }
}
