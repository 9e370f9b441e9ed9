import type { Knex } from 'knex';
import { type Constructor, DBError, Model, type QueryBuilderType, raw, type TransactionOrKnex } from 'objection';
import pg from 'pg';
import { type Connection, database } from './database.ts';

/** The time at which the transaction began, by the clock of the database. */
export const NOW = raw('now()');

/** The current time, by the clock of the database. */
export const CLOCK_TIME = raw('clock_timestamp()');

/** A table. Its queries run on the pool or, given the client of a transaction, in that transaction. */
export abstract class Table extends Model {
  static override useLimitInFirst = true;

  static override query<M extends Model>(
    this: Constructor<M>,
    on?: Connection | TransactionOrKnex,
  ): QueryBuilderType<M> {
    const query = super.query<M>(isConnection(on) ? knexOn(on) : on);
    void query.onError(throwNative);
    return query;
  }
}

/** Throws the error of the driver, like a statement of `sql`; Objection has wrapped it in one of its own. */
function throwNative(error: Error): never {
  if (!(error instanceof DBError)) throw error;
  // As pg does: the stack of the parser says nothing about the caller.
  Error.captureStackTrace(error.nativeError);
  throw error.nativeError;
}

const isConnection = (on: Connection | TransactionOrKnex | undefined): on is Connection =>
  on instanceof pg.Client || on instanceof pg.Pool;

/** The knex of this process, with every statement on that connection, including the statements that a query adds to its own. */
function knexOn(connection: Connection): Knex {
  const { knex } = database();
  const client: unknown = Object.create(knex.client as object, {
    acquireConnection: { value: () => Promise.resolve(connection) },
    releaseConnection: { value: () => Promise.resolve() },
  });
  // All functions of knex take its client from here.
  const context: unknown = Object.create((knex as Knex & { context: object }).context, { client: { value: client } });
  return Object.create(knex, { context: { value: context } }) as Knex;
}
