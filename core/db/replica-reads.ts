import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { env } from '../ops/env.ts';
import { throttledErrorLog } from '../ops/log.ts';
import { replicaReads as counter } from '../ops/metrics/counters.ts';
import { Replica, type ReplicaOptions } from './replica.ts';

let replica: Replica | undefined;

/** Present in work whose reads may be some seconds old. */
const permission = new AsyncLocalStorage<true>();

const logFailure = throttledErrorLog('PostgreSQL replica');

/** Opens the replica of DATABASE_READ_URL; nothing without it. It is used once it is known to be current. */
export function connectReplica(options: ReplicaOptions | undefined = ofEnv()): void {
  if (options) replica = new Replica(options);
}

function ofEnv(): ReplicaOptions | undefined {
  const { DATABASE_READ_URL: url, DATABASE_URL: primaryUrl, DATABASE_READ_MAX_LAG_MS: maxLagMs } = env;
  return url === undefined ? undefined : { url, primaryUrl, maxLagMs };
}

/** The open replica of this process, if it has one. */
export const openReplica = (): Replica | undefined => replica;

/** Waits for the statements that are running there. */
export async function closeReplica(): Promise<void> {
  const closing = replica;
  replica = undefined;
  await closing?.close();
}

/** Runs work whose statements that are declared for it (`sql`) may read from the replica. */
export const mayReadReplica = <Result>(work: () => Result): Result => permission.run(true, work);

/** Keeps the permission of the calling work for rows that are read later, for example by the response that sends a file. */
export function withPermission<Row>(rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  return permission.getStore() ? permitted(rows) : rows;
}

async function* permitted<Row>(rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  for (;;) {
    const next = await permission.run(true, () => rows.next());
    if (next.done) return;
    yield next.value;
  }
}

/** Runs one statement. */
export type Reader = { query(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<unknown[]>> };

/**
 * Where a statement that is declared for the replica runs: there, if the work it is part of permits it and the replica is current;
 * again on the primary if the replica fails, for example because its recovery cancels the statement; otherwise on the primary.
 */
export function replicaReads(primary: Reader): Reader {
  const source = replica;
  return source && permission.getStore() ? { query: (query) => readFrom(source, primary, query) } : primary;
}

async function readFrom(source: Replica, primary: Reader, query: pg.QueryArrayConfig) {
  if (!source.isUsable) {
    counter.inc({ source: 'primary' });
    return primary.query(query);
  }
  try {
    const result = await source.query(query);
    counter.inc({ source: 'replica' });
    return result;
  } catch (error) {
    logFailure(error instanceof Error ? error : new Error(String(error)));
    counter.inc({ source: 'repeated' });
    return primary.query(query);
  }
}
