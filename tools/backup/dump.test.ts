import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '@haat/core/db/migrate';
import { missingObjects } from '@haat/core/db/schema-objects';
import { findLocation, spawnOptions } from '../embedded-postgres/location.ts';
import { freePort } from '../lib/ports.ts';

// The oldest version that is supported; its earthdistance fails with an empty search_path where newer ones do not.
const BIN = process.env.HAAT_POSTGRES_15 ?? '/usr/lib/postgresql/15/bin';
const isThere = existsSync(join(BIN, 'initdb')) && existsSync(join(BIN, 'pg_restore'));
if (!isThere) console.warn(`Dump and restore on PostgreSQL 15 are SKIPPED: no PostgreSQL 15 in ${BIN}.`);

const home = mkdtempSync(join(tmpdir(), 'haat-dump-'));
const data = join(home, 'cluster');
let port: number;

function run(program: string, ...args: string[]): void {
  const { account } = findLocation(home, () => {});
  const { status, stderr } = spawnSync(join(BIN, program), args, {
    ...spawnOptions(account),
    encoding: 'utf8',
    // A server that goes on would keep a pipe open.
    stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;

async function query(database: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url(database) });
  await client.connect();
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
  await client.end();
  return rows;
}

describe.skipIf(!isThere)('a dump of PostgreSQL 15', () => {
  beforeAll(async () => {
    chmodSync(home, 0o777);
    mkdirSync(join(home, 'sockets'));
    chmodSync(join(home, 'sockets'), 0o777);
    port = await freePort();
    run(
      'initdb',
      '--pgdata',
      data,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    );
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home}/sockets -c fsync=off`;
    run('pg_ctl', '--pgdata', data, '-w', '-o', options, '-l', join(home, 'log'), 'start');
  });
  afterAll(() => {
    run('pg_ctl', '--pgdata', data, '-m', 'immediate', 'stop');
    rmSync(home, { recursive: true, force: true });
  });

  it('is restored whole, by a user who owns the database and not its extensions', { timeout: 180_000 }, async () => {
    await query(
      'postgres',
      'CREATE ROLE haat LOGIN',
      'CREATE DATABASE haat OWNER haat',
      'CREATE DATABASE restored OWNER haat',
    );
    for (const database of ['haat', 'restored']) await query(database, 'CREATE EXTENSION earthdistance CASCADE');
    const asOwner = (database: string): string => url(database).replace('postgres@', 'haat@');
    await migrate(asOwner('haat'));
    await query('haat', `INSERT INTO shops (slug, latitude, longitude) VALUES ('somewhere', 12.9, 77.6)`);

    // The commands of docs/operations.md.
    const dump = join(home, 'haat.dump');
    run('pg_dump', '--format=custom', '--no-owner', '--no-privileges', `--file=${dump}`, asOwner('haat'));
    run('pg_restore', '--no-owner', '--no-comments', '--single-transaction', '--dbname', asOwner('restored'), dump);

    const client = new pg.Client({ connectionString: asOwner('restored') });
    await client.connect();
    expect(await missingObjects(client)).toEqual([]);
    await client.end();
    // As autovacuum does.
    await query('restored', `SET search_path = ''`, 'ANALYZE public.shops');
    expect(await query('restored', 'SELECT slug FROM shops')).toEqual([{ slug: 'somewhere' }]);
    // With the queues.
    expect(await migrate(asOwner('restored'))).toBeUndefined();
  });

  it('explains a database user who may not create the extensions', async () => {
    await query('postgres', 'CREATE ROLE other LOGIN', 'CREATE DATABASE other OWNER other');
    const failing = migrate(url('other').replace('postgres@', 'other@'));
    await expect(failing).rejects.toThrow(
      /^The first migration failed: permission denied to create extension "earthdistance"\. As a superuser, run this in the database: CREATE EXTENSION earthdistance CASCADE;$/,
    );
  });
});
