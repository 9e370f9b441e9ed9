import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Bus } from '../../live/bus.ts';
import { connectBus } from '../../live/connect-bus.ts';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { stopServices } from '../../test/stop-services.ts';
import { readReadiness } from './readiness.ts';

let bus: Bus;
beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
});
afterAll(async () => {
  await bus.close();
  await stopServices();
});

/** Retries, as a busy machine may fail to answer within the second or two that each check has. */
const eventually = (check: (readiness: Awaited<ReturnType<typeof readReadiness>>) => void) =>
  vi.waitFor(async () => check(await readReadiness(true)), { timeout: 30_000 });
const becomesReady = () => eventually(({ status }) => expect(status).toBe('ready'));

const ok = (name: string) => ({ name, state: 'ok' });
function wrong(state: 'degraded' | 'down', what: string) {
  return { name: 'clock', state, reason: `${what} the database's: synchronize both by NTP` };
}
const run = (text: string) => database().pool.query(text);

it('is not ready on a database that lacks a migration of this code, and says what to do', async () => {
  const { rows } = await database().pool.query<{ name: string }>(
    'DELETE FROM knex_migrations WHERE id = (SELECT max(id) FROM knex_migrations) RETURNING name',
  );
  const reason = "1 of this version's migrations have not been run: npm run migrate";
  const checks = [
    ok('process'),
    ok('database'),
    { name: 'migrations', state: 'down', reason },
    ok('clock'),
    ok('queue'),
    ok('bus'),
  ];
  await eventually((readiness) => expect(readiness).toEqual({ status: 'not_ready', checks }));

  await database().pool.query('INSERT INTO knex_migrations (name, batch) VALUES ($1, 1)', [rows[0]?.name]);
  await becomesReady();
});

it('is ready on a database that is newer than this code', async () => {
  await run(`INSERT INTO knex_migrations (name, batch) VALUES ('29991231000000_later.ts', 2)`);
  await becomesReady();
});

it.each([
  { by: 4, status: 'ready', clock: ok('clock') },
  { by: 10, status: 'degraded', clock: wrong('degraded', 'is 10 s ahead of') },
  { by: -20, status: 'degraded', clock: wrong('degraded', 'is 20 s behind') },
  { by: 301, status: 'not_ready', clock: wrong('down', 'is 301 s ahead of') },
])("is $status with a clock $by s from the database's", async ({ by, status, clock }) => {
  const real = Date.now.bind(Date);
  const moved = vi.spyOn(Date, 'now').mockImplementation(() => real() + by * 1_000);
  try {
    await eventually((readiness) => {
      expect(readiness.status).toBe(status);
      expect(readiness.checks.find(({ name }) => name === 'clock')).toEqual(clock);
    });
  } finally {
    moved.mockRestore();
  }
  await becomesReady();
});

it('is not ready once it is to end', async () => {
  const { status, checks } = await readReadiness(false);
  expect([status, checks[0]]).toEqual(['not_ready', { name: 'process', state: 'down', reason: 'is shutting down' }]);
});

it('does not wait long for a database that takes the connection and says nothing', async () => {
  const open: Socket[] = [];
  const silent = createServer((socket) => void open.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await closeDatabase();
  connectDatabase(`postgres://nobody:secret-canary@127.0.0.1:${(silent.address() as AddressInfo).port}/none`);
  const readiness = await readReadiness(true);
  expect(readiness.status).toBe('not_ready');
  expect(readiness.checks[1]).toEqual({ name: 'database', state: 'down', reason: 'does not respond in time' });

  for (const socket of open) socket.destroy();
  silent.close();
  await closeDatabase();
  connectDatabase();
  await becomesReady();
});

it('is ready without the bus, and says what is later without it', async () => {
  await bus.close();
  const reason = 'does not respond: screens are updated every few seconds instead of at once';
  await eventually(({ status, checks }) =>
    expect([status, checks.at(-1)]).toEqual(['degraded', { name: 'bus', state: 'degraded', reason }]),
  );
});
