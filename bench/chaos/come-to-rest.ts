import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_NAMES } from '@haat/core/jobs/define-job';
import { readyQueue } from '@haat/core/jobs/queues';
import { sweepPayments } from '@haat/core/services/payments/sweep-payments';
import type { Sandbox } from '@haat/sandbox/start-sandbox';
import { underWay } from './books.ts';
import type { Followers } from './followers.ts';
import { hurrySweeper, letAllHoldsEnd } from './time-travel.ts';

type Resting = { sandbox: Sandbox; followers: Followers; withinMs: number };

/** Lets everything come to its end; what has not by then, in words. */
export async function comeToRest({ sandbox, followers, withinMs }: Resting): Promise<string[]> {
  await letAllHoldsEnd();
  const left = async () => [...(await underWay(sandbox)), ...(await followers.behind()), ...(await jobsLeft())];
  for (const until = Date.now() + withinMs; ;) {
    const now = await left();
    if (now.length === 0 || Date.now() > until) return now;
    await hurrySweeper();
    // One more that sweeps, so that nobody has to wait for the worker's next turn.
    await sweepPayments();
    await pause(500);
  }
}

/** Jobs that wait or run, but for what comes by the clock; those of which an attempt failed are told when they rest. */
async function jobsLeft(): Promise<string[]> {
  const left = await Promise.all(
    QUEUE_NAMES.map(async (name) => {
      const { waiting = 0, active = 0, failed = 0 } = await (await readyQueue(name)).getJobCounts();
      return [
        ...(waiting + active > 0 ? [`${waiting + active} jobs of ${name}`] : []),
        ...(failed > 0 ? [`${failed} failed jobs of ${name}`] : []),
      ];
    }),
  );
  return left.flat();
}
