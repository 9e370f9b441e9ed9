// Imported before anything of core, whose settings are read at import.
import { emptyRedis } from '../../core/test/redis.ts';

const url = await emptyRedis(2);
if (url) process.env.REDIS_URL = url;

export const redisIsHere = url !== undefined;
