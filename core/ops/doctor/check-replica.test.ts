import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { execute, withDatabase } from '../../../tests/setup/databases.ts';
import { testDatabase } from '../../test/database.ts';
import { PrimaryWithStandby } from '../../test/standby.ts';
import { checkReplica } from './check-replica.ts';

const MAX_LAG_MS = 5_000;

let servers: PrimaryWithStandby;
beforeAll(async () => void (servers = await PrimaryWithStandby.start()), 120_000);
afterAll(() => servers?.stop(), 60_000);

const check = (replica: string, primary = servers.url, maxLagMs = MAX_LAG_MS) =>
  checkReplica({ primary, replica }, maxLagMs);

it('finds a standby that is current', async () => {
  expect(await check(servers.standbyUrl)).toEqual([
    { mark: 'ok', about: 'Replica', message: expect.stringContaining('a standby of the primary') },
  ]);
});

it('finds one that is behind', async () => {
  await servers.pauseReplay();
  await execute(servers.url, ['CREATE TABLE later ()']);
  const [finding] = await check(servers.standbyUrl, servers.url, 200);
  expect(finding).toMatchObject({ mark: 'error', message: expect.stringContaining('behind by more than 200 ms') });
  await servers.resumeReplay();
});

it.each([
  ['the primary itself', () => [servers.url, servers.url], 'is not a standby'],
  ['a standby of another cluster', () => [servers.standbyUrl, testDatabase()], 'of another cluster'],
  ['another database', () => [withDatabase(servers.standbyUrl, 'postgres'), servers.url], 'is the database postgres'],
  ['nothing', () => ['postgres://nobody:secret-canary@127.0.0.1:1/none', servers.url], 'cannot be reached'],
  ['a primary that is a standby', () => [servers.standbyUrl, servers.standbyUrl], 'cannot be compared'],
])('reports %s', async (_, urls, message) => {
  const [replica = '', primary = ''] = urls();
  const [finding] = await check(replica, primary);
  expect(finding).toMatchObject({ mark: 'error', about: 'Replica', message: expect.stringContaining(message) });
  expect(finding?.message).not.toContain('canary');
});

// Its last position may be ahead of the new primary's.
it('finds one that follows a former primary', async () => {
  await servers.failOverWithout(async () => {
    await execute(servers.url, ['CREATE TABLE lost AS SELECT generate_series(1, 100000) AS n']);
    const onStandby = async () => execute(servers.standbyUrl, ['SELECT FROM lost']);
    await vi.waitFor(onStandby, { timeout: 30_000, interval: 100 });
  });
  const [finding] = await check(servers.standbyUrl, servers.url, 1_000);
  expect(finding).toMatchObject({
    mark: 'error',
    message: expect.stringMatching(/timeline 1, the primary on 2|does not stream/),
  });
});
