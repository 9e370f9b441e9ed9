import { readdir } from 'node:fs/promises';
import { database } from '../db/database.ts';
import { MIGRATIONS } from '../db/migrate.ts';
import { check, type HealthCheck } from './check.ts';

/** Whether the database answers, and whether it has every migration of this code; a newer one serves older code, too. */
export async function checkDatabase(): Promise<HealthCheck[]> {
  const connection = await check('database', answers);
  if (connection.state !== 'ok') return [connection];
  return [connection, await check('migrations', lacksMigrations)];
}

async function answers(): Promise<undefined> {
  await database().pool.query('SELECT 1');
}

let isMigrated = false;

// Migrations are never taken back under running code, so that a yes stays one.
async function lacksMigrations(): Promise<string | undefined> {
  if (isMigrated) return undefined;
  const lacking = (await missingMigrations()).length;
  isMigrated = lacking === 0;
  return isMigrated ? undefined : `${lacking} of this version's migrations have not been run: npm run migrate`;
}

/** The migrations of this code that the open database does not have, in their order. */
export async function missingMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  const { rows } = await database().pool.query<{ name: string }>(DONE);
  const done = new Set(rows.map(({ name }) => name));
  return files.filter((file) => file.endsWith('.ts') && !done.has(file)).toSorted();
}

const DONE = 'SELECT name FROM knex_migrations';
