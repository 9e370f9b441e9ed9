import { afterAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { findEngines } from '../../../tests/servers/engines.ts';
import { type PgBouncer, startPgBouncer } from '../../../tests/servers/pgbouncer.ts';
import { directTestDatabase } from '../../test/database.ts';
import { checkPooler } from './check-pooler.ts';

const found = await findEngines();
// oxlint-disable-next-line no-console -- reports why nothing is tested
if ('missing' in found) console.warn(`PgBouncer is SKIPPED: ${found.missing}.`);
const direct = directTestDatabase();
const name = new URL(direct).pathname.slice(1);
const open: PgBouncer[] = [];
afterAll(() => Promise.all(open.map((pooler) => pooler.stop())));

async function start(settings: Record<string, string | number> = {}): Promise<string> {
  if ('missing' in found) throw new Error(found.missing);
  const pooler = await startPgBouncer(found.engines, { serverUrl: direct, settings });
  open.push(pooler);
  return pooler.url(name);
}

const check = async (url: string, directUrl?: string): Promise<string[]> =>
  (await checkPooler({ url, directUrl })).map(({ mark, about, message }) => `${mark} ${about}: ${message}`);

const reaches = 'ok DATABASE_DIRECT_URL: points to the same database';
const missing = expect.stringMatching(/^error DATABASE_DIRECT_URL: is not set, and .* transaction mode/);

describe.skipIf('missing' in found)('the check of a pooler', () => {
  it('finds nothing where PostgreSQL itself answers', async () => {
    expect(await check(direct)).toEqual([]);
    expect(await check(direct, direct)).toEqual([reaches]);
  });

  it('accepts the pooler of deploy/pgbouncer.ini with a direct address', async () => {
    const url = await start();
    expect(await check(url, direct)).toEqual([
      expect.stringMatching(/^ok Pooler: PgBouncer \d+\.\d+\S* in transaction mode$/),
      reaches,
    ]);
    expect(await check(url)).toEqual([expect.stringContaining('ok Pooler'), missing]);
    expect((await check(url, url))[1]).toMatch(/^error DATABASE_DIRECT_URL: points to a pooler/);
  });

  it('names a direct address of another database, and one that does not respond', async () => {
    const url = await start();
    const elsewhere = new URL(direct);
    elsewhere.pathname = '/postgres';
    expect((await check(url, elsewhere.href))[1]).toMatch(/^error DATABASE_DIRECT_URL: points to another database/);
    elsewhere.port = '1';
    expect((await check(url, elsewhere.href))[1]).toMatch(/^error DATABASE_DIRECT_URL: cannot be reached/);
  });

  it.each([
    ['reports its settings', {}],
    ['does not report its settings', { stats_users: 'somebody_else' }],
  ])('finds a pooler that loses prepared statements, when it %s', async (_, settings) => {
    const url = await start({ max_prepared_statements: 0, ...settings });
    expect((await check(url, direct))[0]).toMatch(/^error Pooler: .* loses prepared statements/);
  });

  it('tests prepared statements where the pooler does not report its settings', async () => {
    const url = await start({ stats_users: 'somebody_else' });
    expect(await check(url, direct)).toEqual(['ok Pooler: in transaction mode', reaches]);
  });

  it('mentions session mode, which needs no direct address', async () => {
    const url = await start({ pool_mode: 'session' });
    expect(await check(url)).toEqual([expect.stringMatching(/^info Pooler: is in session mode/)]);
  });

  it('leaves nothing behind in the database', async () => {
    const client = new pg.Client({ connectionString: direct });
    await client.connect();
    const { rows } = await client.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toEqual([]);
    await client.end();
  });
});
