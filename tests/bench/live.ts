import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import pg from 'pg';
import { database } from '@haat/core/db/database';
import { startFleet } from '../../core/test/fleet.ts';
import { hasHaproxy } from '../../core/test/haproxy.ts';
import { settle } from './orders.ts';
import { nextOrder, type BenchData } from './bench-data.ts';
import { type Figure, percentile, said } from './measure.ts';
import { withPrograms } from './programs.ts';

const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const RATES = [
  { perSecond: 50, goalMs: 12 },
  { perSecond: 200, goalMs: 30 },
  // More than a machine with two cores can handle: only completeness is checked, not latency.
  { perSecond: 500, goalMs: Infinity },
];

type Backend = { name: string; env: { REDIS_URL?: string } };

/**
 * From the start of the order's statement, a little before its commit, to the event at the vendor: every shop has a screen
 * open, and proxy, api, worker, database and this load share the machine. The floor is one bare message at that pace.
 */
export async function measureLive(data: BenchData, redisUrl: string | undefined): Promise<Figure[]> {
  const backends: Backend[] = [{ name: 'PostgreSQL', env: {} }];
  if (redisUrl) backends.push({ name: 'Redis', env: { REDIS_URL: redisUrl } });
  else console.log('redis-server was not found: its figures are skipped.');
  if (!hasHaproxy()) console.log('haproxy was not found: measuring without a proxy.');
  const figures: Figure[] = [];
  for (const { name, env } of backends) {
    for (const { perSecond, goalMs } of RATES) {
      const floor = await signalLatencies(perSecond, env.REDIS_URL);
      const delays = await withFront(env, (url) => delaysAt(data, url, perSecond));
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

async function delaysAt(data: BenchData, url: string, perSecond: number): Promise<number[]> {
  const screens = await Promise.all(data.shops.map(({ vendorToken }) => timedStream(url, vendorToken)));
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const delays = (): number[] => screens.flatMap((screen) => screen.delays);
  await placeAt(data, { url, agent, perSecond, seconds: WARM_UP_SECONDS });
  await sleep(500);
  const warm = delays().length;
  for (const screen of screens) screen.delays.length = 0;
  const placed = await placeAt(data, { url, agent, perSecond, seconds: SECONDS });
  for (let waited = 0; delays().length < placed && waited < 10_000; waited += 100) await sleep(100);
  const seen = delays();
  if (seen.length !== placed || warm === 0) throw new Error(`${placed} orders were placed, ${seen.length} were seen`);
  for (const screen of screens) screen.close();
  agent.destroy();
  return seen;
}

type Pace = { url: string; agent: Agent; perSecond: number; seconds: number };

/** Places orders by the clock, whether or not the earlier ones are answered. Answers how many were accepted. */
async function placeAt(data: BenchData, { url, agent, perSecond, seconds }: Pace): Promise<number> {
  const [from, answers] = [performance.now(), [] as Promise<boolean>[]];
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const due = from + (nth * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(place(data, url, agent));
  }
  return (await Promise.all(answers)).filter(Boolean).length;
}

function place(data: BenchData, url: string, agent: Agent): Promise<boolean> {
  const { customer, text, key } = nextOrder(data);
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

export type TimedStream = { delays: number[]; close(): void };

/** Follows a shop's stream and notes, for each order, the ms between its row in the database and its arrival here. */
async function timedStream(url: string, token: string): Promise<TimedStream> {
  const delays: number[] = [];
  const asked = get(`${url}/api/notifications/stream?token=${token}`, { agent: new Agent() });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`);
  asked.on('error', () => {});
  response.on('error', () => {});
  response.setEncoding('utf8');
  let rest = '';
  response.on('data', (text: string) => {
    const now = performance.timeOrigin + performance.now();
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const at = /"created_at":"([^"]+)"/.exec(frame)?.[1];
      if (at) delays.push(now - Date.parse(at));
    }
  });
  return { delays, close: () => asked.destroy() };
}

const SIGNAL_SECONDS = 3;
const CHANNEL = 'bare_signal';

type Carrier = { send(text: string): Promise<unknown>; stop(): Promise<void> };
type Opened = (onMessage: (text: string) => void) => Promise<Carrier>;

/**
 * The ms that a short message takes from one connection to another at that pace, with nothing else going on: NOTIFY through
 * PostgreSQL, or publish through the Redis of that address.
 */
async function signalLatencies(perSecond: number, redisUrl?: string): Promise<number[]> {
  const times: number[] = [];
  const onMessage = (text: string): void => void times.push(performance.now() - Number(text));
  const open: Opened = redisUrl ? (listen) => openRedis(redisUrl, listen) : openPostgres;
  const carrier = await open(onMessage);
  const sent: Promise<unknown>[] = [];
  const from = performance.now();
  for (let nth = 0; nth < perSecond * SIGNAL_SECONDS; nth++) {
    const early = from + (nth * 1_000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    sent.push(carrier.send(String(performance.now())));
  }
  await Promise.all(sent);
  for (let waited = 0; times.length < sent.length && waited < 5_000; waited += 50) await sleep(50);
  await carrier.stop();
  if (times.length < sent.length) throw new Error(`${sent.length - times.length} messages were lost`);
  return times;
}

async function openPostgres(onMessage: (text: string) => void): Promise<Carrier> {
  const listener = new pg.Client({ connectionString: database().url });
  const pool = new pg.Pool({ connectionString: database().url, max: 8 });
  await listener.connect();
  listener.on('notification', ({ payload }) => onMessage(payload ?? ''));
  await listener.query(`LISTEN ${CHANNEL}`);
  return {
    send: (text) => pool.query({ name: 'signal', text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, text] }),
    stop: async () => void (await Promise.all([listener.end(), pool.end()])),
  };
}

async function openRedis(url: string, onMessage: (text: string) => void): Promise<Carrier> {
  const [listener, publisher] = [new Redis(url), new Redis(url)];
  listener.on('message', (_, text) => onMessage(text));
  await listener.subscribe(CHANNEL);
  return {
    send: (text) => publisher.publish(CHANNEL, text),
    stop: async () => void (await Promise.all([listener.quit(), publisher.quit()])),
  };
}
