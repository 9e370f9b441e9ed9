import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleet } from '../core/test/fleet.ts';
import { hasHaproxy } from '../core/test/haproxy.ts';
import { timesOfPokes } from './bare-poke.ts';
import { settle } from './bare-statement.ts';
import { nextOrder } from './order-requests.ts';
import { percentile } from './percentile.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage } from './stage.ts';
import { timedStream } from './timed-stream.ts';
import { said } from './times.ts';

const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const RATES = [
  { perSecond: 50, goalMs: 25 },
  { perSecond: 200, goalMs: 60 },
  // More than one machine of two processors is meant for: only that none is lost is asked for.
  { perSecond: 500, goalMs: Infinity },
];

type Backend = { name: string; env: { REDIS_URL?: string } };

/**
 * From the start of the order's statement, a little before its commit, to the event at the vendor: every shop has a screen
 * open, and proxy, api, worker, database and this load share the machine. The floor is one bare message at that pace.
 */
export async function measureLive(stage: Stage, redisUrl: string | undefined): Promise<Figure[]> {
  const backends: Backend[] = [{ name: 'PostgreSQL', env: {} }];
  if (redisUrl) backends.push({ name: 'Redis', env: { REDIS_URL: redisUrl } });
  else console.log('There is no redis-server here: its figures are left out.');
  if (!hasHaproxy()) console.log('There is no haproxy here: it is measured without a proxy.');
  const figures: Figure[] = [];
  for (const { name, env } of backends) {
    for (const { perSecond, goalMs } of RATES) {
      const floor = await timesOfPokes(perSecond, env.REDIS_URL);
      const delays = await withFront(env, (url) => delaysAt(stage, url, perSecond));
      figures.push(figureOf(`${name}, ${perSecond}/s`, { delays, floor, goalMs }));
      await settle();
    }
  }
  return figures;
}

// As in production, where the proxy stands before the api; where there is none here, the api by itself.
async function withFront<Result>(env: Backend['env'], measure: (url: string) => Promise<Result>): Promise<Result> {
  if (!hasHaproxy()) return withPrograms({ worker: true, env }, measure);
  const fleet = await startFleet({ replicas: 1, workers: 1, env });
  try {
    return await measure(fleet.url);
  } finally {
    await fleet.stop();
  }
}

type Times = { delays: number[]; floor: number[]; goalMs: number };

function figureOf(what: string, { delays, floor, goalMs }: Times): Figure {
  const goal = goalMs === Infinity ? 'all arrive' : `p99 ≤ ${goalMs} ms`;
  const figure = `${said(delays)}   (${delays.length} orders)`;
  return { what, figure, floor: said(floor), goal, reached: percentile(delays, 0.99) <= goalMs };
}

async function delaysAt(stage: Stage, url: string, perSecond: number): Promise<number[]> {
  const screens = await Promise.all(stage.shops.map(({ vendorToken }) => timedStream(url, vendorToken)));
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const delays = (): number[] => screens.flatMap((screen) => screen.delays);
  await placeAt(stage, { url, agent, perSecond, seconds: WARM_UP_SECONDS });
  await sleep(500);
  const warm = delays().length;
  for (const screen of screens) screen.delays.length = 0;
  const placed = await placeAt(stage, { url, agent, perSecond, seconds: SECONDS });
  for (let waited = 0; delays().length < placed && waited < 10_000; waited += 100) await sleep(100);
  const seen = delays();
  if (seen.length !== placed || warm === 0) throw new Error(`${placed} orders were placed, ${seen.length} were seen`);
  for (const screen of screens) screen.close();
  agent.destroy();
  return seen;
}

type Pace = { url: string; agent: Agent; perSecond: number; seconds: number };

/** Places orders by the clock, whether or not the earlier ones are answered. Answers how many were accepted. */
async function placeAt(stage: Stage, { url, agent, perSecond, seconds }: Pace): Promise<number> {
  const [from, answers] = [performance.now(), [] as Promise<boolean>[]];
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const due = from + (nth * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(place(stage, url, agent));
  }
  return (await Promise.all(answers)).filter(Boolean).length;
}

function place(stage: Stage, url: string, agent: Agent): Promise<boolean> {
  const { customer, text, key } = nextOrder(stage);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    authorization: `Bearer ${customer.token}`,
    'idempotency-key': key,
  };
  return new Promise((done, fail) => {
    const asked = request(`${url}/api/orders`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => done(response.statusCode === 201));
    });
    asked.once('error', fail);
    asked.end(text);
  });
}
