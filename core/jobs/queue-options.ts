import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import { log } from '../log.ts';
import { traceOf } from './job-trace.ts';
import { quietErrors } from './quiet-errors.ts';

/** What the product uses of a queue and of a worker, whatever they are kept in. */
export type JobQueue = Pick<
  Queue,
  | 'add'
  | 'addBulk'
  | 'clean'
  | 'close'
  | 'getFailed'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobScheduler'
  | 'getJobs'
  | 'name'
  | 'upsertJobScheduler'
  | 'waitUntilReady'
>;
export type JobWorker = Pick<Worker, 'close' | 'name' | 'waitUntilReady'>;
export type JobProcessor = Processor<unknown, void>;

/** Where the queues of one process live. Its queues and workers must be closed before it is. */
export type QueueBackend = {
  kind: 'postgres' | 'redis';
  /** Resolves when the store can take jobs; rejects soon when it cannot. */
  answers(): Promise<void>;
  /** Calls the listener whenever workers have the store back after a gap, in which it may have lost its jobs. */
  onBack(listener: () => void): void;
  queue(name: string): JobQueue;
  worker(name: string, process: JobProcessor, concurrency: number): JobWorker;
  close(): Promise<void>;
};

/**
 * A worker that was killed is noticed when its lock runs out: with these, its job starts elsewhere after 8 s instead
 * of 58. A job that was stalled once too often is taken for one that kills its worker, and fails. A worker that could not
 * ask for a job asks again after a second instead of 15.
 */
export const WORKER_OPTIONS = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 2,
  runRetryDelay: 1_000,
} as const satisfies Partial<WorkerOptions>;

/**
 * Done jobs go at once, failed ones stay until upkeep cleans them. Never a count or an age here: on PostgreSQL each
 * completion would then delete other jobs' rows, and concurrent completions deadlock.
 */
export const KEEP_JOBS = { removeOnComplete: true, removeOnFail: false } as const;

type Heard = { name: string; on(event: 'error', listener: (error: Error) => void): unknown };
type Failed = Pick<Job, 'name' | 'id' | 'data' | 'attemptsMade'> | undefined;
type Failing = { on(event: 'failed', listener: (job: Failed, error: Error) => void): unknown };

/** A queue or worker without an `error` listener ends its process when the store goes away. */
export function heard<Source extends Heard>(source: Source): Source {
  source.on('error', quietErrors(`queue ${source.name}`));
  return source;
}

/** Says which jobs failed and why, each attempt a line; never what they carry. */
export function heardWorker<Source extends Failing & Heard>(worker: Source): Source {
  worker.on('failed', (job, error) => {
    log.warn({ ...(job && traceOf(job)), attempts: job?.attemptsMade, reason: error.message }, 'A job failed');
  });
  return heard(worker);
}
