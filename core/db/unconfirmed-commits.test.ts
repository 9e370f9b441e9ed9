import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { execute } from '../../tests/setup/databases.ts';
import { PrimaryWithStandby } from '../test/standby.ts';
import { closeDatabase, connectDatabase, database } from './database.ts';
import { isOutage } from './outage.ts';
import { endUnconfirmedCommits } from './unconfirmed-commits.ts';

const WITHIN = { timeout: 30_000, interval: 100 };

let servers: PrimaryWithStandby;
beforeAll(async () => {
  servers = await PrimaryWithStandby.start();
  await execute(servers.url, ['CREATE TABLE notes (id int PRIMARY KEY)']);
  connectDatabase(servers.url);
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await servers?.stop();
}, 60_000);

const add = (id: number) => database().pool.query('INSERT INTO notes VALUES ($1)', [id]);
const waiting = async (): Promise<unknown> =>
  (await database().pool.query(`SELECT count(*)::int AS many FROM pg_stat_activity WHERE wait_event = 'SyncRep'`))
    .rows[0];

it('ends commits that no standby confirms as an outage, and lets others write when one is back', async () => {
  await execute(servers.url, [`ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()']);
  await vi.waitFor(async () => {
    const { rows } = await database().pool.query(`SELECT sync_state FROM pg_stat_replication`);
    expect(rows).toEqual([{ sync_state: 'sync' }]);
  }, WITHIN);
  await add(1);
  await servers.killStandby();
  const stop = endUnconfirmedCommits({ url: servers.url, afterMs: 500, everyMs: 100 });

  // More than the pool has connections.
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, nr) => add(10 + nr)));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isOutage) as Error });
  expect(await waiting()).toEqual({ many: 0 });

  await servers.restartStandby();
  await vi.waitFor(() => add(100), WITHIN);
  await stop();
});
