import { redisIsHere } from '../core/test/on-redis.ts';
import { it } from 'vitest';
import { describeWorker } from './test/worker-suite.ts';

if (redisIsHere) describeWorker('Redis');
else it.skip('needs a Redis');
