import { redisIsHere } from '../core/test/on-redis.ts';
import { it } from 'vitest';
import { describeCrashes } from './test/crash-suite.ts';

if (redisIsHere) describeCrashes('Redis');
else it.skip('needs a Redis');
