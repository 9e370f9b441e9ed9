import { redisIsHere } from '../../core/test/on-redis.ts';
import { it } from 'vitest';
import { describeShelfSockets } from '../test/shelf-socket-suite.ts';
import { describeSockets } from '../test/socket-suite.ts';

if (redisIsHere) {
  describeSockets('Redis');
  describeShelfSockets('Redis');
} else it.skip('needs a Redis');
