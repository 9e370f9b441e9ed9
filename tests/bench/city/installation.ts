import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { database } from '@haat/core/db/database';
import { type Program, startApiProgram, startWorkerProgram } from '../../../core/test/program.ts';
import { freePort } from '../../../tools/lib/ports.ts';
import { type Pids, parentOf } from './cpu.ts';

const CITIES_PER_WORKER = 5;

/** As docs/scaling.md plans it: an api process for each city, and a worker for every five. They are ended afterwards. */
export async function withPrograms<Result>(
  cities: number,
  work: (running: { urls: string[]; pids: Pids }) => Promise<Result>,
): Promise<Result> {
  const urls: string[] = [];
  const programs: Record<'api' | 'worker', Program[]> = { api: [], worker: [] };
  try {
    for (let nth = 0; nth < cities; nth++) {
      const port = await freePort();
      programs.api.push(await startApiProgram({ env: { PORT: String(port) } }));
      urls.push(`http://127.0.0.1:${port}`);
    }
    for (let nth = 0; nth < cities / CITIES_PER_WORKER; nth++) programs.worker.push(await startWorkerProgram());
    const pidsOf = (all: Program[]): number[] => all.map(({ pid }) => pid);
    const pids = { api: pidsOf(programs.api), worker: pidsOf(programs.worker), ...(await pidsOfStores()) };
    return await work({ urls, pids });
  } finally {
    await Promise.all([...programs.api, ...programs.worker].map((program) => program.terminate()));
    // Their connections must be gone before the next ones come.
    await sleep(500);
  }
}

async function pidsOfStores(): Promise<Pids> {
  const { rows } = await database().pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postgres = { PostgreSQL: [parentOf(rows[0]?.pid ?? 0)] };
  if (!process.env.REDIS_URL) return postgres;
  const redis = new Redis(process.env.REDIS_URL);
  const [, pid] = /process_id:(\d+)/.exec(await redis.info('server')) ?? [];
  await redis.quit();
  return { ...postgres, Redis: [Number(pid)] };
}
