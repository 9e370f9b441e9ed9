import { Redis } from 'ioredis';

/** Empties the database that this address names. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}
