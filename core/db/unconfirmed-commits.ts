import { untraced } from '../lib/async.ts';
import { log, throttledErrorLog } from '../ops/log.ts';
import { openPool } from './open-pool.ts';

type Options = { url: string; afterMs?: number; everyMs?: number };

/**
 * Ends the connections of our programs whose commit has waited for a standby for ten seconds; returns the function that stops
 * it. PostgreSQL itself waits without a limit, even when the program has closed its connection, until no connection is left for
 * reads. The statement fails as an outage. Its writes are stored on the primary, unconfirmed, and a request repeated with the
 * same key finds them.
 */
export function endUnconfirmedCommits({ url, afterMs = 10_000, everyMs = 5_000 }: Options): () => Promise<void> {
  // A connection of its own: all others may be waiting.
  const pool = openPool(url, {
    max: 1,
    min: 0,
    application_name: 'haat-commits',
    connectionTimeoutMillis: everyMs,
    query_timeout: everyMs,
  });
  const logFailure = throttledErrorLog('unconfirmed commits');
  const end = async (): Promise<void> => {
    const { rowCount } = await pool.query(END_UNCONFIRMED, [afterMs]);
    if (rowCount) log.error({ connections: rowCount }, 'No standby confirms commits: those that waited were ended');
  };
  const timer = setInterval(() => untraced(() => void end().catch(logFailure)), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await pool.end();
  };
}

// Not pg_cancel_backend: the commit would be reported as successful.
const END_UNCONFIRMED = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE usename = current_user AND datname = current_database() AND application_name LIKE 'haat%' AND wait_event = 'SyncRep'
    AND clock_timestamp() - query_start > make_interval(secs => $1::float8 / 1000)`;
