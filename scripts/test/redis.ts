import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, freePort } from '../lib/ports.ts';

export type TestRedis = { url: string; stop(): Promise<void> };

/**
 * The Redis for tests: TEST_REDIS_URL, else a redis-server of this machine on a port of its own. Where there is none the
 * answer is undefined, and it is said aloud that the Redis tests are skipped.
 */
export async function startTestRedis(): Promise<TestRedis | undefined> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return { url: given, stop: async () => {} };
  if (hasRedisServer()) return launch();
  console.warn('Tests that need Redis are SKIPPED: there is no redis-server here and TEST_REDIS_URL is not set.');
  return undefined;
}

export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

async function launch(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', settings, { stdio: 'ignore' });
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
