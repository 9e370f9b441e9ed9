import { fileURLToPath } from 'node:url';
import { runMigrations } from 'bullmq';
import knexFactory from 'knex';
import pg from 'pg';

/** The folder of the migrations; their names are those of its files. */
export const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

/** The schema that BullMQ keeps its tables and functions in, when its queues are on PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Brings an empty or an older database to the current schema, the queue's own tables included. Safe to run again, and
 * by several processes at once: both runners take a lock. Throws what the database answers.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const knex = knexFactory({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  try {
    await knex.migrate.latest({ directory: MIGRATIONS, loadExtensions: ['.ts'] });
  } finally {
    await knex.destroy();
  }
  await migrateQueue(databaseUrl);
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
