import { clearLeftoversJob } from '@haat/core/jobs/clear-leftovers.job';
import type { JobDefinition } from '@haat/core/jobs/define-job';
import { readyQueue } from '@haat/core/jobs/queues';
import { sweepOutboxJob } from '@haat/core/jobs/sweep-outbox.job';
import { sweepPaymentsJob } from '@haat/core/jobs/sweep-payments.job';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

type Schedule = { job: JobDefinition<Record<string, never>>; everyMs: number };

/** What comes by the clock, however many workers run. */
export const schedules: readonly Schedule[] = [
  { job: sweepOutboxJob, everyMs: 5 * SECOND },
  { job: sweepPaymentsJob, everyMs: 10 * SECOND },
  { job: clearLeftoversJob, everyMs: HOUR },
];

/** Writes the schedules into the queues; again and again is fine. Rejects when a queue does not answer. */
export async function writeSchedules(): Promise<void> {
  for (const { job, everyMs } of schedules) {
    const queue = await readyQueue(job.queue);
    await queue.upsertJobScheduler(job.name, { every: everyMs }, { name: job.name, data: {}, opts: job.options });
  }
}
