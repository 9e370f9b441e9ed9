import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KEEP_JOBS } from '@haat/core/queue/queue-backend';
import { redisQueueBackend } from '@haat/core/queue/queues';
import { Queue } from 'bullmq';
import { CALL_MS, DELIVERIES } from './delivery-call.ts';
import type { Figure } from './measure.ts';

const WARM_UP_MS = 1_500;
const MEASURED_MS = 5_000;
const AT_ONCE = 500;
const WORKERS = [1, 2, 4];
/** Calls that one process has under way: as many as a worker takes by default, and more than that. */
const SLOTS = [16, 50];
const LINEAR = 0.9;

type Kind = 'bare' | 'ours';
type Run = { kind: Kind; url: string; slots: number; workers: number };

/**
 * Deliveries a second of 1, 2 and 4 worker processes on Redis, each an outside call of 50 ms, against workers of the bare
 * library in the same run. All of them are queued before the first is done: it is the workers that are measured.
 */
export async function measureWorkers(url: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const slots of SLOTS) {
    let alone = 0;
    for (const workers of WORKERS) {
      const bare = await rateOf({ kind: 'bare', url, slots, workers });
      const ours = await rateOf({ kind: 'ours', url, slots, workers });
      alone ||= ours;
      figures.push(figureOf({ slots, workers, ours, bare, share: ours / (alone * workers) }));
    }
  }
  return figures;
}

type Rates = { slots: number; workers: number; ours: number; bare: number; share: number };

function figureOf({ slots, workers, ours, bare, share }: Rates): Figure {
  return {
    what: `${workers} × ${slots} calls of ${CALL_MS} ms`,
    figure: `${ours.toFixed(0)}/s, ${share.toFixed(2)} of linear`,
    floor: `${bare.toFixed(0)}/s bare, ${ideal(slots, workers).toFixed(0)}/s ideal`,
    goal: `${LINEAR} of linear`,
    reached: share >= LINEAR,
  };
}

const ideal = (slots: number, workers: number): number => (slots * workers * 1_000) / CALL_MS;

async function rateOf({ kind, url, slots, workers }: Run): Promise<number> {
  await fill(kind, url, Math.ceil((ideal(slots, workers) * (WARM_UP_MS + MEASURED_MS) * 1.5) / 1_000));
  const entry = join(import.meta.dirname, 'delivery-worker.ts');
  const programs = Array.from({ length: workers }, () => fork(entry, [kind, url, String(slots)]));
  try {
    // Not before all of them work: they start one after the other.
    while ((await Promise.all(programs.map(doneBy))).includes(0)) await sleep(50);
    await sleep(WARM_UP_MS);
    const from = { done: await doneByAll(programs), at: performance.now() };
    await sleep(MEASURED_MS);
    const done = (await doneByAll(programs)) - from.done;
    return (done * 1_000) / (performance.now() - from.at);
  } finally {
    for (const program of programs) await end(program);
    await empty(kind, url);
  }
}

/** Adds jobs as the product does: in bulk, with ids only. */
async function fill(kind: Kind, url: string, jobs: number): Promise<void> {
  await withQueue(kind, url, async (queue) => {
    for (let from = 0; from < jobs; from += AT_ONCE) {
      const ids = Array.from({ length: Math.min(AT_ONCE, jobs - from) }, (_, at) => from + at + 1);
      await queue.addBulk(
        ids.map((id) => ({ name: 'deliver', data: { id }, opts: { ...KEEP_JOBS, jobId: `d-${id}` } })),
      );
    }
  });
}

const empty = (kind: Kind, url: string): Promise<void> =>
  withQueue(kind, url, (queue) => queue.obliterate({ force: true }));

async function withQueue(kind: Kind, url: string, work: (queue: Queue) => Promise<void>): Promise<void> {
  const backend = redisQueueBackend(url);
  await backend.ping();
  const queue = (kind === 'bare' ? new Queue(DELIVERIES, { connection: { url } }) : backend.queue(DELIVERIES)) as Queue;
  await work(queue);
  await queue.close();
  await backend.close();
}

async function doneByAll(programs: ChildProcess[]): Promise<number> {
  const counts = await Promise.all(programs.map(doneBy));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function doneBy(program: ChildProcess): Promise<number> {
  const answer = once(program, 'message');
  program.send('count');
  const [count] = (await answer) as [number];
  return count;
}

async function end(program: ChildProcess): Promise<void> {
  const gone = once(program, 'exit');
  program.kill('SIGKILL');
  await gone;
}
