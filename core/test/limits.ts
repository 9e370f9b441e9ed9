import { Redis } from 'ioredis';
import { database } from '../db/database.ts';
import { env } from '../ops/env.ts';

/** Clears the counters of both stores: under the limit of one name only, or under all but one. */
export async function clearLimits({ only, except }: { only?: string; except?: string } = {}): Promise<void> {
  const isCleared = (name: string) => (only === undefined || name === only) && name !== except;
  await clearPostgres(isCleared);
  if (env.REDIS_URL) await clearRedis(env.REDIS_URL, isCleared);
}

async function clearPostgres(isCleared: (name: string) => boolean): Promise<void> {
  const { pool } = database();
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM rate_limits');
  const keys = rows.map(({ key }) => key).filter((key) => isCleared(key.replace(/:.*$/, '')));
  await pool.query('DELETE FROM rate_limits WHERE key = ANY ($1)', [keys]);
}

const PREFIX = '{haat}:limit:';

async function clearRedis(url: string, isCleared: (name: string) => boolean): Promise<void> {
  const redis = new Redis(url);
  const found = await redis.keys(`${PREFIX}*`);
  const keys = found.filter((key) => isCleared(key.slice(PREFIX.length).replace(/:.*$/, '')));
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}
