import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';

export type TestPostgres = { url(database: string): string; stop(): Promise<void> };

// A test database need not survive a power cut.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** The PostgreSQL server for tests: that of TEST_DATABASE_URL, else an embedded one in a folder of its own. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: (database) => withDatabase(given, database), stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-test-'));
  chmodSync(dataDir, 0o755); // when root runs the tests, the account that runs the server must get in
  const postgres = await startEmbeddedPostgres({ dataDir, flags: FAST.flatMap((setting) => ['-c', setting]) });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs statements one by one on the database at `url`; statements like CREATE DATABASE allow no transaction around them. */
export async function execute(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Drops every database whose name begins with `prefix`. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  await client.end();
  await execute(
    url,
    found.rows.map(({ datname }) => `drop database if exists ${datname} with (force)`),
  );
}
