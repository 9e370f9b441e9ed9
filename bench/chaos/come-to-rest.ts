import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_NAMES } from '@haat/core/jobs/define-job';
import { readyQueue } from '@haat/core/jobs/queues';
import { sweepPayments } from '@haat/core/services/payments/sweep-payments';
import type { Sandbox } from '@haat/sandbox/start-sandbox';
import { schedules } from '../../worker/schedules.ts';
import { underWay } from './books.ts';
import type { Followers } from './followers.ts';
import { hurryMessages, messagesLeft } from './phones.ts';
import { hurrySweeper, letAllHoldsEnd } from './time-travel.ts';

type Resting = { sandbox: Sandbox; followers: Followers; withinMs: number };

/** Lets everything come to its end; what has not by then, in words. */
export async function comeToRest({ sandbox, followers, withinMs }: Resting): Promise<string[]> {
  await letAllHoldsEnd();
  const left = async () => [
    ...(await underWay(sandbox)),
    ...(await followers.behind()),
    ...(await jobsLeft()),
    ...(await messagesLeft()),
  ];
  for (const until = Date.now() + withinMs; ;) {
    const now = await left();
    if (now.length === 0 || Date.now() > until) return now;
    await Promise.all([hurrySweeper(), hurryMessages()]);
    // One more that sweeps, so that nobody has to wait for the worker's next turn.
    await sweepPayments();
    await pause(500);
  }
}

/** Jobs that wait or run, and those that have failed for good, but for what comes by the clock, and so comes again. */
async function jobsLeft(): Promise<string[]> {
  const byTheClock = new Set(schedules.map(({ job }) => job.name));
  const left = await Promise.all(
    QUEUE_NAMES.map(async (name) => {
      const queue = await readyQueue(name);
      const { waiting = 0, active = 0 } = await queue.getJobCounts();
      const failed = (await queue.getFailed()).filter((job) => !byTheClock.has(job.name));
      return [
        ...(waiting + active > 0 ? [`${waiting + active} jobs of ${name}`] : []),
        ...failed.map((job) => `a failed job ${job.name} of ${name}: ${job.failedReason}`),
      ];
    }),
  );
  return left.flat();
}
