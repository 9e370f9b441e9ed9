import {
  answerPlaceRequestsJob,
  clearLeftoversJob,
  type JobDefinition,
  runOrderTimersJob,
  sendOrderMailsJob,
  sendOrderMessagesJob,
  sendPushesJob,
  sweepOutboxJob,
  sweepPaymentsJob,
} from '@haat/core/queue/job-definitions';
import type { JobQueue, QueueBackend } from '@haat/core/queue/queue-backend';
import { readyQueue } from '@haat/core/queue/queues';
import { throttledErrorLog } from '@haat/core/ops/log';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const WRITE_ALL_EVERY_MS = 60 * SECOND;
const RESTORE_EVERY_MS = 5 * SECOND;
const TOO_LATE_MS = 10 * SECOND;

type Schedule = { job: JobDefinition<Record<string, never>>; everyMs: number };

/** Jobs that run periodically, once per interval however many workers run. */
export const schedules: readonly Schedule[] = [
  { job: sweepOutboxJob, everyMs: 5 * SECOND },
  { job: sendPushesJob, everyMs: 10 * SECOND },
  { job: sendOrderMailsJob, everyMs: 10 * SECOND },
  { job: sendOrderMessagesJob, everyMs: 10 * SECOND },
  { job: sweepPaymentsJob, everyMs: 10 * SECOND },
  { job: runOrderTimersJob, everyMs: 10 * SECOND },
  { job: answerPlaceRequestsJob, everyMs: 600 * SECOND },
  { job: clearLeftoversJob, everyMs: HOUR },
];

/** Writes the schedules into the queues; idempotent. Rejects when a queue does not respond. */
export async function writeSchedules(): Promise<void> {
  for (const schedule of schedules) await write(schedule);
}

/**
 * Rewrites all schedules regularly and after each reconnect of `queues`, and soon repairs schedules that are missing, due too
 * late or without their job. Returns a function that stops it.
 */
export function maintainSchedules(queues: Pick<QueueBackend, 'onReconnect'>): () => void {
  const logFailure = throttledErrorLog('schedules');
  const all = () => void writeSchedules().catch(logFailure);
  const restore = () => void restoreSchedules().catch(logFailure);
  queues.onReconnect(all);
  const timers = [setInterval(all, WRITE_ALL_EVERY_MS), setInterval(restore, RESTORE_EVERY_MS)];
  return () => timers.forEach(clearInterval);
}

// A store that was emptied does not report it; without its schedule the outbox would no longer be swept. A schedule that a
// worker with a wrong clock has written would not be due for as long as that clock was ahead.
export async function restoreSchedules(): Promise<void> {
  for (const schedule of schedules) {
    const { name } = schedule.job;
    const queue = await readyQueue(schedule.job.queue);
    const written = await queue.getJobScheduler(name);
    const isTooLate = (written?.next ?? 0) > Date.now() + schedule.everyMs + TOO_LATE_MS;
    // Writing it again would only confirm its next time.
    const isLost = written !== undefined && (await hasLostJob(queue, schedule, written.next));
    if (isTooLate || isLost) await queue.removeJobScheduler(name);
    if (!written || isTooLate || isLost) await write(schedule);
  }
}

/** Whether it should have run since, and no job of it waits or is running: each job adds the next one when it begins. */
async function hasLostJob(queue: JobQueue, { job, everyMs }: Schedule, next: number | undefined): Promise<boolean> {
  if (next === undefined || next > Date.now() - everyMs - TOO_LATE_MS) return false;
  const jobs = await queue.getJobs(['waiting', 'active', 'delayed', 'prioritized']);
  return !jobs.some((each) => each?.name === job.name);
}

async function write({ job, everyMs }: Schedule): Promise<void> {
  const queue = await readyQueue(job.queue);
  await queue.upsertJobScheduler(job.name, { every: everyMs }, { name: job.name, data: {}, opts: job.options });
}
