import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import { log, throttledErrorLog } from '../ops/log.ts';
import { traceOf } from '../lib/async.ts';

/** The part of a BullMQ queue and worker that is used, the same on both stores. */
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
  | 'removeJobScheduler'
  | 'upsertJobScheduler'
  | 'waitUntilReady'
>;
export type JobWorker = Pick<Worker, 'close' | 'name' | 'waitUntilReady'>;
export type JobProcessor = Processor<unknown, void>;

/** The store of one process's queues. Its queues and workers must be closed before it is. */
export type QueueBackend = {
  kind: 'postgres' | 'redis';
  /** Resolves when the store accepts jobs; rejects soon when it does not. */
  ping(): Promise<void>;
  /** Calls the listener after each reconnect of the workers: the store may have lost its jobs in the meantime. */
  onReconnect(listener: () => void): void;
  queue(name: string): JobQueue;
  worker(name: string, process: JobProcessor, concurrency: number): JobWorker;
  close(): Promise<void>;
};

/**
 * The job of a killed worker restarts elsewhere after its lock expires: with these settings after 8 s instead of 58. A job that
 * stalled more than twice fails: it probably kills its worker. After a failed fetch a worker retries in 1 s instead of 15.
 */
export const WORKER_OPTIONS = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 2,
  runRetryDelay: 1_000,
} as const satisfies Partial<WorkerOptions>;

/**
 * Completed jobs are removed immediately, failed ones by maintenance. Never use a count or age here: on PostgreSQL each
 * completion would then delete rows of other jobs, and concurrent completions deadlock.
 */
export const KEEP_JOBS = { removeOnComplete: true, removeOnFail: false } as const;

type ErrorSource = { name: string; on(event: 'error', listener: (error: Error) => void): unknown };
type FailedJob = Pick<Job, 'name' | 'id' | 'data' | 'attemptsMade'> | undefined;
type FailureSource = { on(event: 'failed', listener: (job: FailedJob, error: Error) => void): unknown };

/** A queue or worker without an `error` listener ends its process when the store becomes unreachable. */
export function withErrorLog<Source extends ErrorSource>(source: Source): Source {
  source.on('error', throttledErrorLog(`queue ${source.name}`));
  return source;
}

/** Logs each failed attempt of a job with its reason, never its payload. */
export function withFailureLog<Source extends FailureSource & ErrorSource>(worker: Source): Source {
  worker.on('failed', (job, error) => {
    log.warn({ ...(job && traceOf(job)), attempts: job?.attemptsMade, reason: error.message }, 'Job failed');
  });
  return withErrorLog(worker);
}
