import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'bullmq';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';

/** The folder of the migrations; their names are those of its files. */
export const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

/** The schema that BullMQ keeps its tables and functions in, when its queues are on PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Brings an empty or an older database to the current schema, the queue's own tables included. Safe to run again, and
 * by several processes at once: both runners take a lock. Rejects, without changing anything, for a database that another
 * version of Haat has migrated, with what to do about it.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const knex = knexFactory({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  try {
    await refuseForeignMigrations(knex);
    await knex.migrate.latest({ directory: MIGRATIONS, loadExtensions: ['.ts'] });
  } finally {
    await knex.destroy();
  }
  await migrateQueue(databaseUrl);
}

async function refuseForeignMigrations(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable('knex_migrations'))) return;
  const done = await knex('knex_migrations').pluck<string[]>('name');
  const reason = foreignMigrations(done, await migrationFiles());
  if (reason) throw new Error(reason);
}

/** The names of this version's migrations, in their order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).toSorted();
}

/** Why a database with the migrations `done` cannot be migrated to `files`; undefined when it can. */
export function foreignMigrations(done: string[], files: string[]): string | undefined {
  const [first = ''] = files;
  const unknown = done.filter((name) => !files.includes(name)).toSorted();
  if (unknown.length === 0) return undefined;
  if (unknown.some((name) => name < first))
    return (
      'This database was made by an earlier development version of Haat. It cannot be migrated, and a backup of it cannot ' +
      'be used. Start with an empty one: create a new database for DATABASE_URL, or move the data folder ' +
      '(.data, or HAAT_DATA_DIR) away when npm start runs its own PostgreSQL.'
    );
  return `This database was migrated by a newer version of Haat (${unknown.join(', ')}). Run that version or a later one.`;
}

async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
