import type { Socket } from 'node:net';
import type pg from 'pg';
import { untraced } from '../lib/async.ts';
import { log } from '../ops/log.ts';

/**
 * Closes a connection of the pool on which nothing was sent or received for `ms` while it was in use. A server that is frozen, or
 * cut off without its connections being closed, would otherwise keep each call waiting indefinitely, and its connection in the pool;
 * the statement fails as an outage instead. Whether the server has carried it out is then unknown, as when it crashes.
 */
export function closeStalled(pool: pg.Pool, ms: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket?.on('timeout', () => {
      untraced(() => log.warn({ seconds: ms / 1_000 }, 'The database did not respond: its connection was closed'));
      socket.destroy();
    });
  });
  pool.on('acquire', (client) => void socketOf(client)?.setTimeout(ms));
  pool.on('release', (_, client) => void socketOf(client)?.setTimeout(0));
}

const socketOf = (client: pg.PoolClient): Socket | undefined =>
  (client as pg.PoolClient & { connection?: { stream?: Socket } }).connection?.stream;
