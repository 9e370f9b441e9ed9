import pg from 'pg';
import { untraced } from '../lib/async.ts';
import { env } from '../ops/env.ts';
import { log } from '../ops/log.ts';
import { programName } from '../ops/program.ts';
import { closeStalled } from './stalled-connections.ts';

/** A statement of a request or a job that takes longer without sending anything fails. */
const STALLED_MS = 60_000;

/** A pool of `DATABASE_POOL` connections to PostgreSQL, unless the options say otherwise. Connections are made when first needed. */
export function openPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: env.DATABASE_POOL,
    // Idle connections that stay open keep the plans of their statements: after a pause of 13 s an order takes 12 ms instead of
    // 44 ms (`npm run bench pause`).
    min: Math.min(2, env.DATABASE_POOL),
    // The other idle connections stay open for five minutes instead of the default 10 s. A new one costs about 50 ms of CPU time
    // for its first orders, and opening many together prolongs a load peak.
    idleTimeoutMillis: 5 * 60_000,
    // Firewalls and load balancers drop connections that are idle for long.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: `haat-${programName()}`,
    ...options,
  });
  // Without a listener, an error of a client in use would end the process; its next statement fails anyway.
  pool.on('connect', (client) => void client.on('error', () => {}));
  closeStalled(pool, STALLED_MS);
  // A server that restarts ends idle connections; the next query opens a new one.
  pool.on('error', (error) => {
    untraced(() => log.warn({ error: error.message }, 'An idle database connection was lost'));
  });
  return pool;
}
