import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { env } from '../ops/env.ts';
import { isOutage } from './outage.ts';
import { closeStalled } from './stalled-connections.ts';

const STALLED_MS = 300;
const pools: pg.Pool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())));

function openPool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 1, min: 1 });
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', () => {});
  closeStalled(pool, STALLED_MS);
  pools.push(pool);
  return pool;
}

const backendOf = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;

it('fails a statement without a response as an outage, and replaces the connection', async () => {
  const pool = openPool();
  const first = await backendOf(pool);
  await expect(pool.query('SELECT pg_sleep(60)')).rejects.toSatisfy(isOutage);
  expect(await backendOf(pool)).not.toBe(first);
});

it('keeps an idle connection', async () => {
  const pool = openPool();
  const first = await backendOf(pool);
  await pause(3 * STALLED_MS);
  expect(await backendOf(pool)).toBe(first);
});
