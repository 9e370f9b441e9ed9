import type { CityData } from './city-data.ts';
import { startStores } from './stores.ts';
import { cityOptions, type CityOptions } from './options.ts';
import { limitOfMachine, type Missed, missedGoals } from './verdict.ts';
import { percentile } from '../measure.ts';
import type { Simulated } from './simulate.ts';

/**
 * Plays the evening of more and more cities against a running installation until a goal is missed, and prints a line for
 * each: its own installation, or the one of `--url`, whose DATABASE_URL and JWT_SECRET are in the environment.
 */
export async function measureCity(args: string[]): Promise<void> {
  const options = cityOptions(args);
  if (options.url) return playAll(options);
  const stores = await startStores(options);
  try {
    const { migrate } = await import('@haat/core/db/migrate');
    await migrate(process.env.DATABASE_URL ?? '');
    await playAll(options);
  } finally {
    await stores.stop();
  }
}

async function playAll(options: CityOptions): Promise<void> {
  // The settings are read when these are loaded.
  const { closeDatabase, connectDatabase } = await import('@haat/core/db/database');
  const { addCities } = await import('./city-data.ts');
  connectDatabase();
  console.log(describe(options));
  try {
    let data: CityData = { shops: [], customers: [] };
    let there = 0;
    for (const cities of options.cities) {
      const from = performance.now();
      data = await addCities(data, cities - there);
      const seconds = ((performance.now() - from) / 1_000).toFixed(0);
      console.log(`${data.shops.length} shops, created in ${seconds} s`);
      there = cities;
      const simulated = await play(options, data, cities);
      const missed = missedGoals(simulated);
      print(simulated, missed);
      if (missed.length > 0) return;
    }
    console.log(`\nAll goals were reached, up to ${inCities(there)}.`);
  } finally {
    await closeDatabase();
  }
}

async function play(options: CityOptions, data: CityData, cities: number): Promise<Simulated> {
  const { simulate } = await import('./simulate.ts');
  const simulation = { data, cities, seed: options.seed, length: options };
  if (options.url) return simulate({ ...simulation, urls: [options.url], pids: {} });
  const { withPrograms } = await import('./installation.ts');
  return withPrograms(cities, (running) => simulate({ ...simulation, ...running }));
}

function describe({ url, hasRedis, riseSeconds, busiestSeconds }: CityOptions): string {
  const where = url ?? `its own installation, queues in ${hasRedis ? 'Redis' : 'PostgreSQL'}`;
  const rise = riseSeconds > 0 ? `the evening from 18:00 to 20:00 in ${riseSeconds} s, then ` : '';
  return `\nAn evening with an increasing number of cities, on ${where}: ${rise}the busiest minute for ${busiestSeconds} s, measured\n`;
}

const PLACES = [0.5, 0.99] as const;

function print(simulated: Simulated, missed: Missed[]): void {
  const { cities, load, errors } = simulated;
  const times = (what: string, ms: number[]): string =>
    `${what} p50 ${PLACES.map((share) => percentile(ms, share).toFixed(0)).join(', p99 ')} ms`;
  const cpu = Object.entries(load.cpu).map(([name, cores]) => `${name} ${cores.toFixed(2)}`);
  console.log(
    [
      `${inCities(cities)}: ${simulated.ordersPerSecond.toFixed(1)} orders/s, ${simulated.callsPerSecond.toFixed(0)} calls/s`,
      times('reads', simulated.reads),
      times('orders', simulated.orders),
      times('steps', simulated.steps),
      times("shop's screen", simulated.shopScreens),
      times("customer's screen", simulated.customerScreens),
      `lost ${simulated.lostOrders + simulated.lostEvents}, twice ${simulated.doubledOrders + simulated.doubledEvents}`,
      `oldest event ${simulated.oldestEventSeconds.toFixed(1)} s`,
      `not connected ${simulated.brokenConnections}`,
      `CPU of ${load.cores}: ${cpu.join(', ') || 'unknown'}`,
    ].join('; '),
  );
  for (const [what, count] of Object.entries(errors)) console.log(`  failed: ${what}, ${count}`);
  const limit = limitOfMachine(load);
  if (limit) console.log(`  ${limit}`);
  const [first, ...others] = missed;
  if (!first) return;
  console.log(`\nAt ${inCities(cities)} this goal was missed first: ${textOf(first)}.`);
  if (others.length > 0) console.log(`Also: ${others.map(textOf).join('; ')}.`);
}

const inCities = (cities: number): string => `${cities} ${cities === 1 ? 'city' : 'cities'}`;

const textOf = ({ what, measured, goal }: Missed): string => `${what} ${measured} (goal ${goal})`;
