import { afterAll, beforeAll, expect, it } from 'vitest';
import { killLeftoverPrograms } from '../../../core/test/program.ts';
import { ensureDatabase } from '../../../tools/embedded-postgres/start-embedded-postgres.ts';
import { startTestPostgres, type TestPostgres } from '../../setup/postgres.ts';
import type { Simulated } from './simulate.ts';
import { missedGoals } from './verdict.ts';

const CITIES = 0.05;
const NAME = `city_${process.pid}`;
/** Longer than any machine takes to start and to play. */
const TIMEOUT_MS = 180_000;

let postgres: TestPostgres;
let simulated: Simulated;
let stored: number[];

beforeAll(async () => {
  postgres = await startTestPostgres();
  await ensureDatabase(postgres.url('postgres'), NAME);
  // The settings are read when modules of core are loaded.
  Object.assign(process.env, {
    DATABASE_URL: postgres.url(NAME),
    DATABASE_POOL: '4',
    JWT_SECRET: 'only for the simulation, known to all',
    NODE_ENV: 'development',
    TRUSTED_PROXIES: '1',
    ORDER_MAILS: 'false',
  });
  const { migrate } = await import('@haat/core/db/migrate');
  await migrate(postgres.url(NAME));
  const { closeDatabase, connectDatabase, database } = await import('@haat/core/db/database');
  const { addCities } = await import('./city-data.ts');
  const { withPrograms } = await import('./installation.ts');
  const { simulate } = await import('./simulate.ts');
  connectDatabase();
  const data = await addCities({ shops: [], customers: [] }, CITIES);
  const length = { riseSeconds: 2, busiestSeconds: 8 };
  simulated = await withPrograms(CITIES, (running) => simulate({ ...running, data, cities: CITIES, seed: 1, length }));
  const { rows } = await database().pool.query<{ id: number }>("SELECT id FROM orders WHERE status = 'Delivered'");
  stored = rows.map(({ id }) => id);
  await closeDatabase();
}, TIMEOUT_MS);

afterAll(async () => {
  killLeftoverPrograms();
  await postgres.stop();
});

it('plays a twentieth of a city: all that is ordered is stored, shown on the screens and delivered', () => {
  expect(simulated).toMatchObject({
    errors: {},
    lostOrders: 0,
    doubledOrders: 0,
    lostEvents: 0,
    doubledEvents: 0,
    brokenConnections: 0,
  });
  expect(stored.length).toBeGreaterThan(0);
  expect(simulated.answered.toSorted((a, b) => a - b)).toEqual(stored.toSorted((a, b) => a - b));
});

it('measures every kind of call and screen', () => {
  const { reads, orders, steps, shopScreens, customerScreens } = simulated;
  for (const times of [reads, orders, steps, shopScreens, customerScreens]) {
    expect(times.length).toBeGreaterThan(0);
    // The clocks are compared by a round trip, so the shortest of a busy machine may be negative.
    expect(Math.max(...times)).toBeGreaterThan(0);
  }
  expect(reads.length).toBeGreaterThan(5 * orders.length);
});

it('counts an order that the database has lost', async () => {
  const { countOrders } = await import('./deliveries.ts');
  const [, ...rest] = stored;
  const { lost: lostOrders, doubled: doubledOrders } = countOrders(simulated.answered, rest, simulated.unanswered);
  const missed = missedGoals({ ...simulated, lostOrders, doubledOrders });
  expect(missed[0]).toEqual({ what: 'lost orders', measured: '1', goal: '0' });
});
