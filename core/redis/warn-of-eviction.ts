import type { Redis } from 'ioredis';
import { log } from '../log.ts';

/**
 * Says it aloud when this Redis would throw jobs away to make room. Asks INFO, which managed services and narrow rights
 * leave open where CONFIG is closed.
 */
export async function warnOfEviction(redis: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined || policy === 'noeviction') return;
  log.warn(
    { policy },
    'This Redis throws keys away when its memory is full, jobs too: set maxmemory-policy noeviction',
  );
}
