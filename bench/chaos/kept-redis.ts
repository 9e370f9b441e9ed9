import { setTimeout as pause } from 'node:timers/promises';
import { OwnRedisServer } from '../../core/test/own-redis-server.ts';
import type { Kept } from './kept-program.ts';

export type KeptRedis = Kept & {
  url: string;
  /** The next start is on an empty folder. */
  loseData(): void;
};

/** A redis-server that writes its data down as it would in production; it stays at the same port. */
export async function keepRedis(): Promise<KeptRedis> {
  const server = await OwnRedisServer.at();
  await server.start();
  let isToLose = false;
  return {
    url: server.url,
    loseData: () => void (isToLose = true),
    async kill(pauseMs) {
      await server.kill();
      if (isToLose) server.loseData();
      isToLose = false;
      await pause(pauseMs);
      await server.start();
    },
    stop: () => server.stop(),
  };
}
