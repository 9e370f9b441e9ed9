import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, freePort } from '../lib/ports.ts';

// More than tests run at once on any machine.
const DATABASES = 256;

export type TestRedis = { url: string; stop(): Promise<void> };

/**
 * The Redis for tests: TEST_REDIS_URL, else a redis-server of this machine on a port of its own. Where there is none the
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

export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

async function launch(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-redis-'));
  const port = await freePort();
  const settings = ['--save', '', '--appendonly', 'no', '--databases', String(DATABASES)];
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const server = spawn('redis-server', [...place, ...settings], { stdio: 'ignore' });
  const exited = new Promise<void>((done) => server.once('close', () => done()));
  // A test run that is killed would leave it behind; the signal handler of the runner ends us through "exit".
  process.once('exit', () => server.kill('SIGKILL'));
  for (let waited = 0; !(await answers(port)); waited += 50) {
    if (waited > 10_000 || server.exitCode !== null) throw new Error(`redis-server did not start on port ${port}`);
    await sleep(50);
  }
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}
