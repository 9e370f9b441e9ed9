import { clearLeftoversJob } from '@haat/core/jobs/clear-leftovers.job';
import type { JobDefinition } from '@haat/core/jobs/define-job';
import type { QueueBackend } from '@haat/core/jobs/queue-options';
import { readyQueue } from '@haat/core/jobs/queues';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { sendPushesJob } from '@haat/core/jobs/send-pushes.job';
import { sweepOutboxJob } from '@haat/core/jobs/sweep-outbox.job';
import { sweepPaymentsJob } from '@haat/core/jobs/sweep-payments.job';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const ALL_EVERY_MS = 60 * SECOND;
const LOST_EVERY_MS = 5 * SECOND;

type Schedule = { job: JobDefinition<Record<string, never>>; everyMs: number };

/** What comes by the clock, however many workers run. */
export const schedules: readonly Schedule[] = [
  { job: sweepOutboxJob, everyMs: 5 * SECOND },
  { job: sendPushesJob, everyMs: 10 * SECOND },
  { job: sweepPaymentsJob, everyMs: 10 * SECOND },
  { job: clearLeftoversJob, everyMs: HOUR },
];

/** Writes the schedules into the queues; again and again is fine. Rejects when a queue does not answer. */
export async function writeSchedules(): Promise<void> {
  for (const schedule of schedules) await write(schedule);
}

/** Writes the schedules when `queues` are back after a gap, and soon after one was lost. Answers how to stop. */
export function keepSchedules(queues: Pick<QueueBackend, 'onBack'>): () => void {
  const failed = quietErrors('schedules');
  const all = () => void writeSchedules().catch(failed);
  const lost = () => void writeLostSchedules().catch(failed);
  queues.onBack(all);
  const timers = [setInterval(all, ALL_EVERY_MS), setInterval(lost, LOST_EVERY_MS)];
  return () => timers.forEach(clearInterval);
}

// A store that was emptied does not say so, and the next sweep of the outbox would never come.
async function writeLostSchedules(): Promise<void> {
  for (const schedule of schedules) {
    const queue = await readyQueue(schedule.job.queue);
    if (!(await queue.getJobScheduler(schedule.job.name))) await write(schedule);
  }
}

async function write({ job, everyMs }: Schedule): Promise<void> {
  const queue = await readyQueue(job.queue);
  await queue.upsertJobScheduler(job.name, { every: everyMs }, { name: job.name, data: {}, opts: job.options });
}
