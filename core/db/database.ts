import knexFactory, { type Knex } from 'knex';
import { knexSnakeCaseMappers, Model } from 'objection';
import pg from 'pg';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { untraced } from '../trace.ts';

// Identity columns and money are bigint; all of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = {
  /** The connections of this process: for `sql.ts`, for transactions and, through knex, for the models. */
  pool: pg.Pool;
  /** Runs on `pool`. Names are camelCase here and snake_case in the database. */
  knex: Knex;
  url: string;
};

let current: Database | undefined;

/** Opens the pool of this process and binds the models to it. Connections are made when first needed. */
export function connectDatabase(url: string = env.DATABASE_URL): Database {
  const pool = openPool(url);
  const knex = knexFactory({
    client: 'pg',
    connectionPool: pool,
    // Errors would otherwise carry the values of the statement, and with them personal data.
    compileSqlOnError: false,
    log: { warn: logKnexWarning, error: logKnexWarning, deprecate: logKnexWarning, debug: () => {} },
    ...knexSnakeCaseMappers(),
  });
  Model.knex(knex);
  current = { pool, knex, url };
  return current;
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: env.DATABASE_POOL,
    connectionTimeoutMillis: 5_000,
    application_name: 'haat',
  });
  // Without a listener, an error of a client in use would end the process; its next statement fails anyway.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // A server that restarts ends idle connections; the next query opens a new one.
  pool.on('error', (error) => {
    untraced(() => log.warn({ error: error.message }, 'An idle database connection was lost'));
  });
  return pool;
}

function logKnexWarning(message: unknown): void {
  log.warn({ reason: String(message) }, 'knex warning');
}

/** The open database of this process. Throws when `connectDatabase` was not called. */
export function database(): Database {
  if (!current) throw new Error('The database is not connected');
  return current;
}

/** The open database of this process, if it has one. */
export const openDatabase = (): Database | undefined => current;

/**
 * Waits for running queries and closes the pool. The pool ends first: knex forgets it when it is destroyed, and would never
 * give back the connection of a model query that is still running.
 */
export async function closeDatabase(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.pool.end();
  await closing?.knex.destroy();
}
