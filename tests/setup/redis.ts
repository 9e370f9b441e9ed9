import { spawnSync } from 'node:child_process';
import { OwnRedisServer } from '../../core/test/own-redis-server.ts';

// More than the number of tests that run in parallel on any machine.
const DATABASES = 256;

export type TestRedis = { url: string; stop(): Promise<void> };

/**
 * The Redis for tests: TEST_REDIS_URL, else a redis-server of this machine on its own port. Where there is none the
 * answer is undefined.
 */
export async function startTestRedis(): Promise<TestRedis | undefined> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return { url: given, stop: async () => {} };
  return hasRedisServer() ? launch() : undefined;
}

/** The project of vitest.config.ts that runs the server tests with queues and bus in Redis. */
export const SECOND_MODE = 'server-redis';

/** Whether that project can run here; says so aloud when it cannot. */
export function canRunSecondMode(): boolean {
  if (process.env.TEST_REDIS_URL || hasRedisServer()) return true;
  console.warn('The server tests are SKIPPED in Redis mode: no redis-server here, and TEST_REDIS_URL is not set.');
  return false;
}

/** Whether groups of servers can be started here; warns when they cannot. */
export function canStartRedisGroups(): boolean {
  if (hasRedisServer()) return true;
  console.warn('The failovers of Redis are SKIPPED: no redis-server here.');
  return false;
}

export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

async function launch(): Promise<TestRedis> {
  const server = await OwnRedisServer.at(['--appendonly', 'no', '--databases', String(DATABASES)]);
  await server.start();
  return { url: server.url, stop: () => server.stop() };
}
