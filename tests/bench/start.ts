import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build, SERVER_NODE_ARGS, serverBuild } from '../../tools/app/builds.ts';
import { repoRoot } from '../../tools/lib/paths.ts';
import { freePort } from '../../tools/lib/ports.ts';
import { type Figure, percentile } from './measure.ts';

const ROUNDS = 5;
const IDLE_MS = 4_000;
const READY_GOAL_MS = 500;
const MEMORY_GOAL_MB = 120;

/**
 * The time from the start of the api to its first response with 200, and the idle memory of api and worker, compared with Koa
 * alone, in turns. They run as with `npm start`: built, with a cache of compiled code that the first start fills.
 */
export async function measureStart(): Promise<Figure[]> {
  await build(serverBuild);
  const cache = mkdtempSync(join(tmpdir(), 'haat-compiled-'));
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: '2', LOG_LEVEL: 'info' };
  const times: Record<'first' | 'api' | 'koa', number[]> = { first: [], api: [], koa: [] };
  const memory: Record<'api' | 'worker' | 'koa', number[]> = { api: [], worker: [], koa: [] };
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const api = await startServer({ entry: [...SERVER_NODE_ARGS, API], path: '/ready', env });
      times[round === 0 ? 'first' : 'api'].push(api.ms);
      const worker = spawn(process.execPath, [...SERVER_NODE_ARGS, 'dist/server/worker.mjs'], {
        cwd: repoRoot,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(worker.stdout, 'data');
      await pause(IDLE_MS);
      memory.api.push(residentMb(api.child));
      memory.worker.push(residentMb(worker));
      await end(api.child);
      await end(worker);
      const koa = await startServer({ entry: ['tests/bench/bare-koa.ts'], path: '/', env });
      times.koa.push(koa.ms);
      await pause(IDLE_MS);
      memory.koa.push(residentMb(koa.child));
      await end(koa.child);
    }
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
  const half = (values: number[]) => percentile(values, 0.5);
  const started = (what: string, ms: number): Figure => ({
    what,
    figure: `${ms.toFixed(0)} ms`,
    floor: `Koa ${half(times.koa).toFixed(0)} ms`,
    goal: `≤ ${READY_GOAL_MS} ms`,
    reached: ms <= READY_GOAL_MS,
  });
  const held = (what: string, mb: number): Figure => ({
    what,
    figure: `${mb.toFixed(0)} MB`,
    floor: `Koa ${half(memory.koa).toFixed(0)} MB`,
    goal: `≤ ${MEMORY_GOAL_MB} MB`,
    reached: mb <= MEMORY_GOAL_MB,
  });
  return [
    { ...started('api ready, first start', half(times.first)), goal: '', reached: true },
    started('api ready, later starts', half(times.api)),
    held('memory of an idle api', half(memory.api)),
    held('memory of an idle worker', half(memory.worker)),
  ];
}

const API = 'dist/server/api.mjs';

type Server = { entry: string[]; path: string; env: NodeJS.ProcessEnv };

/** Starts a server; `ms`: until it first answers 200. */
async function startServer({ entry, path, env }: Server): Promise<{ child: ChildProcess; ms: number }> {
  const port = await freePort();
  const from = performance.now();
  const args = entry.at(-1) === API ? entry : [...entry, String(port), '{"status":200,"headers":{}}'];
  const child = spawn(process.execPath, args, {
    cwd: repoRoot,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin?.end('{}');
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) await pause(5);
  return { child, ms: performance.now() - from };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** What the process holds in memory (Linux). */
function residentMb({ pid }: ChildProcess): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
