// Imported before anything that reads the settings: queues and bus of this test file are in Redis, where there is one.
import { emptyRedis } from './redis.ts';

// A number per test file that may run beside others; see `emptyRedis`.
const url = await emptyRedis(2 + (Number(process.env.VITEST_POOL_ID ?? 0) % 12));
if (url) process.env.REDIS_URL = url;

export const redisIsHere = url !== undefined;
