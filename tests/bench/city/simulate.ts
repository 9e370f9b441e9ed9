import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { database } from '@haat/core/db/database';
import { now } from './caller.ts';
import type { CityData } from './city-data.ts';
import { type Pids, cpuBetween, cpuTimes } from './cpu.ts';
import { countOrders } from './deliveries.ts';
import type { PlayLength } from './evening.ts';
import type { Part, Report } from './play.ts';
import type { Load, Measured } from './verdict.ts';
import { percentile } from '../measure.ts';

const START_IN_MS = 1_000;

export type Simulation = {
  /** Of the replicas. */
  urls: string[];
  pids: Pids;
  data: CityData;
  cities: number;
  seed: number;
  length: PlayLength;
};
export type Simulated = Measured & {
  steps: number[];
  answered: number[];
  unanswered: number;
  load: Load;
  callsPerSecond: number;
  ordersPerSecond: number;
};

/** Plays the evening of a number of cities, each in a program of its own, and counts the stored orders in the database. */
export async function simulate({ data, cities, seed, length, urls, pids }: Simulation): Promise<Simulated> {
  const generators = partsOf(data, cities).map((part, nth) =>
    startGenerator({ ...part, urls, seed: seed + nth, length }),
  );
  const begun = performance.now();
  try {
    const running = await Promise.all(generators);
    await Promise.all(running.map(({ connected }) => connected));
    console.log(`Streams and sockets connected after ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
    const newest = await newestOrder();
    const from = now() + START_IN_MS;
    const reports = Promise.all(running.map(({ begin }) => begin(from)));
    const events = watchEvents();
    const all = { ...pids, load: running.map(({ child }) => child.pid ?? 0) };
    await sleep(from + length.riseSeconds * 1_000 - now());
    const before = cpuTimes(all);
    await sleep(length.busiestSeconds * 1_000);
    const cpu = cpuBetween(before, cpuTimes(all), length.busiestSeconds);
    const report = merge(await reports);
    const oldestEventSeconds = await events.stop();
    const orders = countOrders(report.answered, await storedOrders(data, newest), report.unanswered);
    const calls = report.reads.length + report.orders.length + report.steps.length;
    return {
      ...report,
      cities,
      lostOrders: orders.lost,
      doubledOrders: orders.doubled,
      oldestEventSeconds,
      callsPerSecond: calls / length.busiestSeconds,
      ordersPerSecond: report.orders.length / length.busiestSeconds,
      load: { cpu, cores: availableParallelism(), latenessMs: report.latenessMs },
    };
  } finally {
    for (const generator of generators) (await generator).child.kill();
  }
}

/** A part of at most one city for each load generator. */
function partsOf({ shops, customers }: CityData, cities: number): Pick<Part, 'shops' | 'customers' | 'cities'>[] {
  const count = Math.ceil(cities);
  const slice = <Item>(items: Item[], nth: number): Item[] =>
    items.slice(Math.floor((items.length * nth) / count), Math.floor((items.length * (nth + 1)) / count));
  return Array.from({ length: count }, (_, nth) => ({
    shops: slice(shops, nth),
    customers: slice(customers, nth),
    cities: cities / count,
  }));
}

type Generator = { child: ChildProcess; connected: Promise<unknown>; begin(from: number): Promise<Report> };

async function startGenerator(part: Omit<Part, 'offsetMs'>): Promise<Generator> {
  const script = fileURLToPath(new URL('load-generator.ts', import.meta.url));
  const child = fork(script, [], { serialization: 'advanced', execArgv: [] });
  const next = async (): Promise<unknown> => {
    const ended = once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`A load generator ended with ${code}`)),
    );
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return message;
  };
  const offsetMs = await clockOffset();
  child.send({ ...part, offsetMs });
  return {
    child,
    connected: next(),
    begin: (from) => {
      child.send(from);
      return next() as Promise<Report>;
    },
  };
}

/** The clock of the database minus ours, in ms, by the fastest of some readings. */
async function clockOffset(): Promise<number> {
  let best = { took: Infinity, offset: 0 };
  for (let round = 0; round < 10; round++) {
    const from = now();
    const { rows } = await database().pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const took = now() - from;
    if (took < best.took) best = { took, offset: (rows[0]?.ms ?? 0) - (from + took / 2) };
  }
  return best.offset;
}

async function newestOrder(): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM orders');
  return rows[0]?.id ?? 0;
}

async function storedOrders({ shops }: CityData, after: number): Promise<number[]> {
  const { rows } = await database().pool.query<{ id: number }>(
    'SELECT id FROM orders WHERE id > $1 AND shop_id = ANY($2::bigint[])',
    [after, shops.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

const READ_EVERY_MS = 1_000;

/** Reads again and again how long the oldest event has waited for a worker; the highest is the answer when it is stopped. */
function watchEvents(): { stop(): Promise<number> } {
  const over = new AbortController();
  let highest = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { rows } = await database().pool.query<{ seconds: number | null }>(
        'SELECT extract(epoch FROM now() - min(created_at))::float8 AS seconds FROM outbox WHERE done_at IS NULL',
      );
      highest = Math.max(highest, rows[0]?.seconds ?? 0);
      await sleep(READ_EVERY_MS, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await watching;
      return highest;
    },
  };
}

function merge(reports: Report[]) {
  const of = <Key extends keyof Report>(key: Key): Report[Key][] => reports.map((report) => report[key]);
  const sum = (key: 'unanswered' | 'lostEvents' | 'doubledEvents' | 'brokenConnections'): number =>
    of(key).reduce((all, each) => all + each, 0);
  const errors: Record<string, number> = {};
  for (const each of of('errors'))
    for (const [what, times] of Object.entries(each)) errors[what] = (errors[what] ?? 0) + times;
  return {
    reads: of('reads').flat(),
    orders: of('orders').flat(),
    steps: of('steps').flat(),
    shopScreens: of('shopScreens').flat(),
    customerScreens: of('customerScreens').flat(),
    answered: of('answered').flat(),
    unanswered: sum('unanswered'),
    latenessMs: percentile(of('lateness').flat(), 0.99),
    errors,
    lostEvents: sum('lostEvents'),
    doubledEvents: sum('doubledEvents'),
    brokenConnections: sum('brokenConnections'),
  };
}
