import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { freePort } from '../../tools/lib/ports.ts';
import { repoRoot } from '../../tools/lib/paths.ts';

/** Runs `measure` against an api process (and a worker when asked for), which are ended afterwards. */
export async function withPrograms<Result>(
  { worker, env = {} }: { worker: boolean; env?: Record<string, string> },
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const programs = [await startApiProgram({ env: { ...env, PORT: String(port) } })];
  if (worker) programs.push(await startWorkerProgram({ env }));
  try {
    return await measure(`http://127.0.0.1:${port}`);
  } finally {
    for (const program of programs) await program.terminate();
  }
}

const LONGEST_START_MS = 180_000;

/** Runs `measure` against the product as `npm start` runs it, on its own demo market. */
export async function withProduct<Result>(measure: (url: string) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-bench-'));
  const product = spawn(process.execPath, ['tools/start.ts'], {
    cwd: repoRoot,
    env: { ...process.env, PORT: String(port), HAAT_DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(product, 'exit');
  try {
    await Promise.race([
      untilAnswered(`${url}/ready`),
      ended.then(() => Promise.reject(new Error('The product did not start'))),
    ]);
    return await measure(url);
  } finally {
    product.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Resolves when the address answers. */
export async function untilAnswered(address: string): Promise<void> {
  const last = Date.now() + LONGEST_START_MS;
  while (Date.now() < last) {
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(200);
  }
  throw new Error(`${address} did not answer in time`);
}
