import { Redis } from 'ioredis';

/** The address of an empty database of the test Redis, one number per test file; undefined where there is no Redis. */
export async function emptyRedis(database: number): Promise<string | undefined> {
  const server = process.env.TEST_REDIS_URL;
  if (!server) return undefined;
  const url = `${server.replace(/\/\d*$/, '')}/${database}`;
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
  return url;
}
