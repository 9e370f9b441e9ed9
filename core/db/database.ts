import knexFactory, { type Knex } from 'knex';
import { knexSnakeCaseMappers, Model } from 'objection';
import pg from 'pg';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { untraced } from '../trace.ts';

// Identity columns and money are bigint; all of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = {
  /** For models and everything that is not hot. Names are camelCase here and snake_case in the database. */
  knex: Knex;
  /** For the few hot statements, prepared once per connection by their `name`. */
  pool: pg.Pool;
  url: string;
};

let current: Database | undefined;

/** Opens the pools of this process and binds the models to them. Connections are made when first needed. */
export function connectDatabase(url: string = env.DATABASE_URL): Database {
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: url, application_name: 'haat' },
    pool: { min: 0, max: env.DATABASE_POOL },
    acquireConnectionTimeout: 5_000,
    // Errors would otherwise carry the values of the statement, and with them what people wrote.
    compileSqlOnError: false,
    log: { warn: toLog, error: toLog, deprecate: toLog, debug: () => {} },
    ...knexSnakeCaseMappers(),
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: env.DATABASE_POOL,
    connectionTimeoutMillis: 5_000,
    application_name: 'haat-hot',
  });
  // One that is lost in use has nobody else who hears of it, which would end the process; its next statement fails.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // A server that goes away ends idle connections; the next query opens a new one.
  pool.on('error', (error) => {
    untraced(() => log.warn({ error: error.message }, 'An idle database connection was lost'));
  });
  Model.knex(knex);
  current = { knex, pool, url };
  return current;
}

function toLog(message: unknown): void {
  log.warn({ reason: String(message) }, 'The database has something to say');
}

/** The open database of this process. Throws when `connectDatabase` was not called. */
export function database(): Database {
  if (!current) throw new Error('The database is not connected');
  return current;
}

/** The open database of this process, if it has one. */
export const openDatabase = (): Database | undefined => current;

/** Waits for running queries and closes the pools. */
export async function closeDatabase(): Promise<void> {
  const closing = current;
  current = undefined;
  await Promise.all([closing?.knex.destroy(), closing?.pool.end()]);
}
