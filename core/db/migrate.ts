import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { runMigration, runOnEmptyDatabase } from './run-migration.ts';
import { missingObjects, recordObjects } from './schema-objects.ts';

/** The folder of the migrations, which are named like its files. */
export const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

/** The schema that BullMQ keeps its tables and functions in, when its queues are on PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/** Creates the whole schema in an empty database. */
const SCHEMA = '20261203000000_schema.ts';

/** What made the same schema before, in 78 steps, ended with this one. Their names stay recorded: that version can start again. */
const LAST_STEP = '20261202090101_place_requests.ts';

/**
 * Brings an empty or an older database to the current schema, the queue's own tables included, while the version before uses it.
 * Safe to run repeatedly and in several processes, which wait for each other.
 *
 * Returns a note, and changes nothing, for a database that a newer version has migrated: this version runs on it. Throws a
 * `MigrationError`, without having changed anything, for one of an earlier development version.
 */
export async function migrate(databaseUrl: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'haat-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await waitForTurn(client);
    const done = await doneMigrations(client);
    const { pending, problem, note } = judgeMigrations(done, await migrationFiles());
    if (problem) throw new MigrationError(problem);
    if (note) return note;
    if (pending.length > 0) await runPending(client, databaseUrl, done.length === 0 ? 'all' : pending);
    await runMigrations(client, QUEUE_SCHEMA);
    return undefined;
  } finally {
    // Gives up the turn, too.
    await client.end();
  }
}

/** `pending`: their names, or all of them in an empty database. */
async function runPending(client: pg.Client, databaseUrl: string, pending: string[] | 'all'): Promise<void> {
  const missing = await missingObjects(client);
  if (pending === 'all') await runOnEmptyDatabase(databaseUrl, MIGRATIONS);
  else
    for (const name of pending)
      await (name === SCHEMA ? recordSchema(client) : runMigration(databaseUrl, MIGRATIONS, name));
  await recordObjects(client, missing);
}

/** Notes in a database that has the schema from the earlier steps that it need not be created. */
async function recordSchema(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO knex_migrations (name, batch, migration_time) SELECT $1, max(batch) + 1, now() FROM knex_migrations`,
    [SCHEMA],
  );
}

const TURN = 'haat-migrate';
const TURN_PAUSE_MS = 200;

// Polls instead of waiting for the lock: CREATE INDEX CONCURRENTLY waits for every running statement, including this one.
async function waitForTurn(client: pg.Client): Promise<void> {
  const lock = 'SELECT pg_try_advisory_lock(hashtext($1)) AS "isOurs"';
  while (!(await client.query<{ isOurs: boolean }>(lock, [TURN])).rows[0]?.isOurs) await sleep(TURN_PAUSE_MS);
}

/** The names of the migrations that the database has; none where it is empty. */
export async function doneMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('knex_migrations') IS NOT NULL AS there");
  if (!rows[0]?.there) return [];
  const done = await client.query<{ name: string }>('SELECT name FROM knex_migrations');
  return done.rows.map(({ name }) => name);
}

/** The names of this version's migrations, in their order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).toSorted();
}

/** `problem`: why it cannot be migrated. `note`: why there is nothing to migrate. */
export type MigrationState = { pending: string[]; problem?: string; note?: string };

/** The state of a database with the migrations `done` for a version with the migrations `files`. */
export function judgeMigrations(done: string[], files: string[]): MigrationState {
  const pending = files.filter((file) => !done.includes(file));
  const isEarlier = done.length > 0 && pending.includes(SCHEMA);
  if (isEarlier && !done.includes(LAST_STEP)) return { pending, problem: TOO_OLD };
  const unknown = done.filter((name) => !files.includes(name) && name > SCHEMA).toSorted();
  if (unknown.length === 0) return { pending };
  const newer = `This database was migrated by a newer version of Haat (up to ${unknown.at(-1)})`;
  return pending.length > 0
    ? { pending, problem: `${newer}, and lacks ${pending.length} of this one. Run the newer version or a later one.` }
    : { pending, note: `${newer}. This version runs with it; there is nothing to migrate.` };
}

const TOO_OLD =
  'This database was made by an earlier development version of Haat, which still runs with it. To keep its data, run npm run ' +
  `migrate of the version whose last migration is ${LAST_STEP} (27 November 2026), and then of this one. To start with an ` +
  'empty database instead, create a new one for DATABASE_URL, or move the data folder (.data, or HAAT_DATA_DIR) away when npm ' +
  'start runs its own PostgreSQL.';
