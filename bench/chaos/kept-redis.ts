import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { answers, freePort } from '../../scripts/lib/ports.ts';
import type { Kept } from './kept-program.ts';

export type KeptRedis = Kept & {
  url: string;
  /** The next start is on an empty folder. */
  loseData(): void;
};

const READY_WITHIN_MS = 20_000;

/** A redis-server with its data in `folder`, written down as it would be in production; it stays at the same port. */
export async function keepRedis(folder: string): Promise<KeptRedis> {
  const port = await freePort();
  let running = await launch(port, folder);
  let isToLose = false;
  return {
    url: `redis://127.0.0.1:${port}`,
    loseData: () => void (isToLose = true),
    async kill(pauseMs) {
      await end(running, 'SIGKILL');
      if (isToLose) rmSync(folder, { recursive: true, force: true });
      isToLose = false;
      await pause(pauseMs);
      running = await launch(port, folder);
    },
    stop: () => end(running, 'SIGTERM'),
  };
}

async function launch(port: number, folder: string): Promise<ChildProcess> {
  mkdirSync(folder, { recursive: true });
  const kept = ['--dir', folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...kept], { stdio: 'ignore' });
  const endWithUs = () => server.kill('SIGKILL');
  process.once('exit', endWithUs);
  server.once('exit', () => process.off('exit', endWithUs));
  for (const until = Date.now() + READY_WITHIN_MS; !(await answers(port));) {
    if (Date.now() > until || server.exitCode !== null) throw new Error(`redis-server did not start on port ${port}`);
    await pause(25);
  }
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
