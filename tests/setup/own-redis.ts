// Set-up of every server test file of the second mode: queues and bus are in its own Redis database, which is empty.
import { inject } from 'vitest';
import { emptyRedis } from '../../core/test/redis.ts';

const { redisUrl } = inject('testServers');
if (!redisUrl) throw new Error('The tests of this mode need a Redis');

// One file at a time runs under this number. The database 0 is left alone: a Redis that was named may be in use.
const url = `${redisUrl.replace(/\/\d*$/, '')}/${1 + Number(process.env.VITEST_POOL_ID ?? 0)}`;
await emptyRedis(url);
process.env.REDIS_URL = url;
