import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PrimaryWithStandby } from '../test/standby.ts';
import { startTcpProxy } from '../test/tcp-proxy.ts';
import { execute } from '../../tests/setup/databases.ts';
import { closeDatabase, connectDatabase, database, many, one, run, sql } from './database.ts';
import { closeReplica, connectReplica, mayReadReplica, openReplica, withPermission } from './replica-reads.ts';

const WITHIN = { timeout: 30_000, interval: 25 };
const MAX_LAG_MS = 4_000;

let servers: PrimaryWithStandby;
beforeAll(async () => {
  servers = await PrimaryWithStandby.start();
  await execute(servers.url, ['CREATE TABLE notes (id int PRIMARY KEY, text text NOT NULL)']);
  connectDatabase(servers.url);
  connectReplica({ url: servers.standbyUrl, primaryUrl: servers.url, maxLagMs: MAX_LAG_MS });
}, 120_000);
afterAll(async () => {
  await closeReplica();
  await closeDatabase();
  await servers?.stop();
}, 60_000);

const PORT = sql<object, { port: number }>('SELECT inet_server_port() AS port', { readFrom: 'replica' });
const OWN_PORT = sql<object, { port: number }>('SELECT inet_server_port() AS port');
const NOTES = sql<object, { id: number }>('SELECT id FROM notes ORDER BY id', { readFrom: 'replica' });
const ADD_NOTE = sql<{ id: number }>(`INSERT INTO notes VALUES (:id::int, 'note')`);
const MISDECLARED = sql<object, { id: number }>(`INSERT INTO notes VALUES (99, 'note') RETURNING id`, {
  readFrom: 'replica',
});
const SLOW = sql<object, { port: number }>('SELECT inet_server_port() AS port FROM pg_sleep(3)', {
  readFrom: 'replica',
});

/** The port of the server that a read with permission runs on. */
const portRead = async () => (await mayReadReplica(() => one(PORT, {})))?.port;
const isUsed = () => vi.waitFor(async () => expect(await portRead()).toBe(servers.ports.standby), WITHIN);
const isUnused = () => vi.waitFor(async () => expect(await portRead()).toBe(servers.ports.primary), WITHIN);

beforeEach(async () => {
  await isUsed();
});

it('reads from the replica what is declared for it, in work that permits it, and nothing else', async () => {
  const { primary, standby } = servers.ports;
  expect((await one(PORT, {}))?.port).toBe(primary);
  expect((await mayReadReplica(() => one(OWN_PORT, {})))?.port).toBe(primary);
  expect((await mayReadReplica(() => one(PORT, {}, database().pool)))?.port).toBe(primary);
  expect((await mayReadReplica(() => one(PORT, {})))?.port).toBe(standby);
});

it('prepares named statements on the replica', async () => {
  await Promise.all(Array.from({ length: 20 }, portRead));
  const PREPARED = sql<object, { count: number }>(
    `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name = '${PORT.name}'`,
    { readFrom: 'replica' },
  );
  expect(await mayReadReplica(() => one(PREPARED, {}))).toEqual({ count: 1 });
});

it('keeps the permission for rows that are read later', async () => {
  async function* rows() {
    yield await one(PORT, {});
    yield await one(PORT, {});
  }
  const later = mayReadReplica(() => withPermission(rows()));
  for await (const row of later) expect(row?.port).toBe(servers.ports.standby);
});

it('refuses a write that is declared for the replica by mistake, and runs it on the primary', async () => {
  const replica = openReplica();
  const refused = replica?.query({ text: `INSERT INTO notes VALUES (98, 'note')`, rowMode: 'array' });
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  expect(await mayReadReplica(() => one(MISDECLARED, {}))).toEqual({ id: 99 });
});

it('reads from the primary when the replay is behind by more than the bound, and never misses what is older', async () => {
  await servers.pauseReplay();
  await run(ADD_NOTE, { id: 1 });
  const committedAt = performance.now();
  await vi.waitFor(async () => {
    const readAt = performance.now();
    const ids = (await mayReadReplica(() => many(NOTES, {}))).map(({ id }) => id);
    if (readAt - committedAt > MAX_LAG_MS) expect(ids).toContain(1);
    expect(await portRead()).toBe(servers.ports.primary);
  }, WITHIN);
  expect(await mayReadReplica(() => many(NOTES, {}))).toContainEqual({ id: 1 });
  expect(openReplica()?.lagSeconds).toBeGreaterThan(MAX_LAG_MS / 1_000);
  await servers.resumeReplay();
  await isUsed();
  expect(await mayReadReplica(() => many(NOTES, {}))).toContainEqual({ id: 1 });
});

it('is used while nothing is written for longer than the bound', async () => {
  const since = performance.now();
  await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(2 * MAX_LAG_MS), WITHIN);
  await isUsed();
});

it('repeats on the primary what the recovery of the replica cancels', async () => {
  const reading = mayReadReplica(() =>
    one(
      sql<object, { port: number }>('SELECT inet_server_port() AS port FROM notes, pg_sleep(3) LIMIT 1', {
        readFrom: 'replica',
      }),
      {},
    ),
  );
  await vi.waitFor(async () => expect(await activeOnStandby()).toBeGreaterThan(0), WITHIN);
  // The lock of the change is replayed, and the read there ends for it.
  await execute(servers.url, ['ALTER TABLE notes ADD COLUMN more text']);
  expect((await reading)?.port).toBe(servers.ports.primary);
});

it('repeats on the primary what is running when the replica is killed, and uses it again when it is back', async () => {
  const reading = mayReadReplica(() => one(SLOW, {}));
  await vi.waitFor(async () => expect(await activeOnStandby()).toBeGreaterThan(0), WITHIN);
  await servers.killStandby();
  expect((await reading)?.port).toBe(servers.ports.primary);
  const ports = await Promise.all(Array.from({ length: 30 }, portRead));
  expect(new Set(ports)).toEqual(new Set([servers.ports.primary]));
  await servers.restartStandby();
  await isUsed();
});

it('repeats on the primary what the replica does not answer, and uses it again when it does', async () => {
  const frozen = { isFrozen: false };
  const proxy = await startTcpProxy(servers.standbyUrl, ({ near, far }) => {
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      if (!frozen.isFrozen) near.write(bytes);
    });
  });
  await closeReplica();
  connectReplica({ url: proxy.url, primaryUrl: servers.url, maxLagMs: MAX_LAG_MS });
  await isUsed();
  frozen.isFrozen = true;
  expect(await portRead()).toBe(servers.ports.primary);
  await isUnused();
  frozen.isFrozen = false;
  await isUsed();
  await closeReplica();
  proxy.stop();
  connectReplica({ url: servers.standbyUrl, primaryUrl: servers.url, maxLagMs: MAX_LAG_MS });
});

it('reads from the replica while the primary does not respond, and follows it again afterwards', async () => {
  await servers.killPrimary();
  const since = performance.now();
  while (performance.now() - since < 2 * MAX_LAG_MS) expect(await portRead()).toBe(servers.ports.standby);
  await expect(one(OWN_PORT, {})).rejects.toThrow(/ECONNREFUSED|terminated|shutting down|starting up/);
  await servers.restartPrimary();
  await vi.waitFor(() => run(ADD_NOTE, { id: 2 }), WITHIN);
  await isUsed();
  await vi.waitFor(async () => expect(await mayReadReplica(() => many(NOTES, {}))).toContainEqual({ id: 2 }), WITHIN);
});

it('does not read from a server that is no standby of the primary', async () => {
  await closeReplica();
  connectReplica({ url: servers.url, primaryUrl: servers.url, maxLagMs: MAX_LAG_MS });
  await vi.waitFor(async () => expect(await countSampled(servers.url)).toBe(1), WITHIN);
  await isUnused();
  expect(openReplica()?.isUsable).toBe(false);
  await closeReplica();
  connectReplica({ url: servers.standbyUrl, primaryUrl: servers.url, maxLagMs: MAX_LAG_MS });
});

it('does not read from a standby of a former primary, which has what the new one lost', async () => {
  await servers.failOverWithout(async () => {
    await vi.waitFor(() => run(ADD_NOTE, { id: 3 }), WITHIN);
    await execute(servers.url, ['CREATE TABLE lost AS SELECT generate_series(1, 100000) AS n']);
    await vi.waitFor(() => execute(servers.standbyUrl, ['SELECT FROM lost']), WITHIN);
  });
  await vi.waitFor(async () => expect(await one(OWN_PORT, {})).toEqual({ port: servers.ports.primary }), WITHIN);
  await isUnused();
  const since = performance.now();
  while (performance.now() - since < MAX_LAG_MS)
    expect(await mayReadReplica(() => many(NOTES, {}))).not.toContainEqual({ id: 3 });
});

async function activeOnStandby(): Promise<number> {
  return countOf(
    servers.standbyUrl,
    `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(3)%' AND pid <> pg_backend_pid()`,
  );
}

/** The connections that have told whether their server is a standby. */
const countSampled = (url: string): Promise<number> =>
  countOf(url, `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'idle' AND query LIKE '%AS "isStandby"%'`);

async function countOf(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(statement);
  await client.end();
  return rows[0]?.count ?? 0;
}
