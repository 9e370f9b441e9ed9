import { hash } from 'node:crypto';
import knexFactory, { type Knex } from 'knex';
import { knexSnakeCaseMappers, Model } from 'objection';
import pg from 'pg';
import { env } from '../ops/env.ts';
import { log } from '../ops/log.ts';
import { openPool } from './open-pool.ts';
import { isOutage } from './outage.ts';
import { type Reader, replicaReads } from './replica-reads.ts';

// Identity columns and money are bigint; all of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = {
  /** The connections of this process: for statements, for transactions and, through knex, for the models. */
  pool: pg.Pool;
  /** Runs on `pool`. Names are camelCase here and snake_case in the database. */
  knex: Knex;
  url: string;
  /** The address of PostgreSQL itself; `url` may be that of a pooler. */
  directUrl: string;
};

/** The address of PostgreSQL itself, for LISTEN and session settings, which a pooler in transaction mode does not support. */
export const directDatabaseUrl = (): string => env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;

let current: Database | undefined;

/**
 * Opens the pool of this process and binds the models to it. Connections are made when first needed. A given `url` must point to
 * PostgreSQL itself; the default is the URL of the settings.
 */
export function connectDatabase(url?: string): Database {
  const poolUrl = url ?? env.DATABASE_URL;
  const pool = openPool(poolUrl);
  const knex = knexFactory({
    client: 'pg',
    connectionPool: pool,
    // Errors would otherwise carry the values of the statement, and with them personal data.
    compileSqlOnError: false,
    log: { warn: logKnexWarning, error: logKnexWarning, deprecate: logKnexWarning, debug: () => {} },
    ...knexSnakeCaseMappers(),
  });
  Model.knex(knex);
  current = { pool, knex, url: poolUrl, directUrl: url ?? directDatabaseUrl() };
  return current;
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

/** Runs statements: the pool, or the client of a transaction. */
export type Connection = Pick<pg.ClientBase, 'query'> | pg.Pool;

/** A statement with named parameters. `Params` and `Row` exist for the compiler only. */
export type Sql<Params, Row> = {
  readonly text: string;
  readonly parameters: readonly string[];
  readonly name: string | undefined;
  /** Whether a call may read it from the replica (`replica-reads.ts`). */
  readonly mayReadReplica?: boolean;
  readonly types?: (params: Params) => Row;
};

type SqlOptions = {
  /** false for a statement whose text varies by call, or that should be planned for its values. */
  prepare?: false;
  /**
   * The statement only reads, and its result may be some seconds old, so it runs on the replica where the call permits. All
   * other statements run on the primary. `tests/architecture/read-from.test.ts` lists the replica's statements.
   */
  readFrom?: 'replica';
};

/**
 * Declares a statement: `:userId` in the text is the parameter `userId`, wherever and however often it stands. Columns arrive in
 * camelCase. It is prepared once per connection, under the hash of its text.
 */
export function sql<Params, Row = never>(text: string, { prepare, readFrom }: SqlOptions = {}): Sql<Params, Row> {
  const parameters: string[] = [];
  const numbered = text.replace(NAMED_PARAMETER, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  const name = prepare === false ? undefined : hash('sha256', numbered, 'base64url').slice(0, NAME_LENGTH);
  return { text: numbered, parameters, name, mayReadReplica: readFrom === 'replica' };
}

const NAME_LENGTH = 22;

/**
 * `ANY` of a parameter, such as `:ids::bigint[]`, whose number of values the planner does not see. Where it sees a single id, it
 * takes planning again at every call for cheaper than the plan for ten ids that it could keep: reading an order for an event then
 * costs 2.5 ms of CPU time instead of 0.3 ms.
 */
export const anyOf = (parameter: string): string => `ANY (ARRAY(SELECT unnest(${parameter})))`;

// Not the second colon of a cast (`::int`) and not a time of day inside a literal (`'09:30'`).
const NAMED_PARAMETER = /(?<![:\w]):([a-z]\w*)/gi;

/** All rows. Without a connection, of the replica where statement and call permit it. */
export async function many<Params, Row>(
  statement: Sql<Params, Row>,
  params: Params,
  on: Reader = readerOf(statement),
): Promise<Row[]> {
  // As arrays, because pg would otherwise build an object per row first: 50 orders take 0.42 ms of CPU time instead of 0.76 ms.
  const { fields, rows } = await on.query({ ...bind(statement, params), rowMode: 'array' });
  const keys = fields.map(({ name }) => keyOf(name));
  return rows.map((values) => toRow(keys, values) as Row);
}

const readerOf = ({ mayReadReplica }: Pick<Sql<never, never>, 'mayReadReplica'>): Reader =>
  mayReadReplica ? replicaReads(database().pool) : database().pool;

/** The first row; undefined when there is none. */
export async function one<Params, Row>(
  statement: Sql<Params, Row>,
  params: Params,
  on?: Reader,
): Promise<Row | undefined> {
  return (await many(statement, params, on))[0];
}

/** The same, of the primary if the replica has no row yet, or an older version than `atLeast`. */
export async function oneOfVersion<Params, Row extends { version: number }>(
  statement: Sql<Params, Row>,
  params: Params,
  atLeast: number,
): Promise<Row | undefined> {
  const { pool } = database();
  const reader = readerOf(statement);
  const row = await one(statement, params, reader);
  return reader === pool || (row && row.version >= atLeast) ? row : one(statement, params, pool);
}

/** How many rows the statement wrote, or found. */
export async function run<Params, Row>(
  statement: Sql<Params, Row>,
  params: Params,
  on: Connection = database().pool,
): Promise<number> {
  return (await on.query(bind(statement, params))).rowCount ?? 0;
}

/** The statement with its values in place, for a client of pg. */
export function bind<Params, Row>({ text, parameters, name }: Sql<Params, Row>, params: Params): pg.QueryConfig {
  const values = parameters.map((parameter) => {
    const value = (params as Record<string, unknown>)[parameter];
    if (value === undefined && !(parameter in (params as object))) throw new Error(`No value for :${parameter}`);
    return value;
  });
  return name === undefined ? { text, values } : { name, text, values };
}

function toRow(keys: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < keys.length; at++) row[keys[at]!] = values[at];
  return row;
}

/** The names of columns in camelCase. The map stays small: the statements have a few hundred columns. */
const keysOfColumns = new Map<string, string>();

function keyOf(column: string): string {
  const known = keysOfColumns.get(column);
  if (known !== undefined) return known;
  const key = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  keysOfColumns.set(column, key);
  return key;
}

// A process that is frozen, or whose network is gone, would hold the locks of its transaction until it is back: the server ends
// the transaction instead. In the statement that begins it, because poolers do not pass on settings of the connection.
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '30s'`;

/** The functions to run when the transaction of a client is committed. */
const afterCommits = new WeakMap<Connection, (() => void)[]>();

/** Runs the work when the transaction of this client is committed, and never if it is rolled back; outside of one, immediately. */
export function afterCommit(on: Connection, work: () => void): void {
  const waiting = afterCommits.get(on);
  if (waiting) waiting.push(work);
  else work();
}

/** Runs the work in one transaction; rolls back and rethrows when it throws. */
export async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await database().pool.connect();
  const waiting: (() => void)[] = [];
  afterCommits.set(client, waiting);
  let result: Result;
  try {
    await client.query(BEGIN);
    result = await work(client);
    await client.query('COMMIT');
    afterCommits.delete(client);
    client.release();
  } catch (error) {
    afterCommits.delete(client);
    if (isOutage(error)) {
      // The server rolls back when the connection ends. It may be to a former primary, which is read-only.
      client.release(true);
      throw error;
    }
    // A connection that cannot even roll back is of no use to the next one.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
  for (const each of waiting) each();
  return result;
}

const DEADLOCK = '40P01';
const CHECK_VIOLATION = '23514';

/** Whether a statement failed because it and others waited for each other. It has changed nothing and may be repeated. */
export const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === DEADLOCK;

/** Whether a CHECK constraint has refused a statement. */
export const isCheckViolation = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION;

/** The same as `inTransaction`, once more when it met a deadlock; the work begins anew. */
export async function inRetriedTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(work);
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return inTransaction(work);
  }
}
