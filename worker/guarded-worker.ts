import type { QueueName } from '@haat/core/queue/job-definitions';
import type { JobProcessor, JobQueue, JobWorker, QueueBackend } from '@haat/core/queue/queue-backend';
import { readyQueue } from '@haat/core/queue/queues';
import { log } from '@haat/core/ops/log';
import { stuckQueues } from '@haat/core/queue/stuck-queues';

/** `stuckAfterMs`: for so long, jobs may wait that a worker with nothing to do does not fetch. */
type Limits = { checkEveryMs: number; stuckAfterMs: number };
const LIMITS: Limits = { checkEveryMs: 5_000, stuckAfterMs: 30_000 };

export type Guarded = {
  backend: Pick<QueueBackend, 'worker'>;
  name: QueueName;
  process: JobProcessor;
  concurrency: number;
  /** Called when the second worker fetches nothing either: the process must be started again. */
  giveUp(): void;
  limits?: Limits;
};

/**
 * A worker that is replaced when it no longer fetches jobs. BullMQ waits without a limit for its connection to be made again, and
 * with it one queue of this process, while connection and process look healthy.
 */
export class GuardedWorker {
  readonly #given: Guarded;
  readonly #limits: Limits;
  readonly #timer: NodeJS.Timeout;
  #worker: JobWorker;
  #running = 0;
  /** When this process last fetched a job, had no room for one, or found none waiting. */
  #fineAt = performance.now();
  #wasReplaced = false;
  /** It was closed, or has given up: a check that still runs does nothing more. */
  #isOver = false;

  constructor(given: Guarded) {
    this.#given = given;
    this.#limits = given.limits ?? LIMITS;
    this.#worker = this.#open();
    this.#timer = setInterval(() => void this.#check(), this.#limits.checkEveryMs).unref();
  }

  waitUntilReady(): Promise<unknown> {
    return this.#worker.waitUntilReady();
  }

  close(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    stuckQueues.delete(this.#given.name);
    return this.#worker.close();
  }

  #open(): JobWorker {
    const { backend, name, process, concurrency } = this.#given;
    const counted: JobProcessor = async (...args) => {
      this.#running += 1;
      this.#isFine();
      try {
        await process(...args);
      } finally {
        this.#running -= 1;
        this.#fineAt = performance.now();
      }
    };
    return backend.worker(name, counted, concurrency);
  }

  #isFine(): void {
    this.#fineAt = performance.now();
    this.#wasReplaced = false;
    stuckQueues.delete(this.#given.name);
  }

  async #check(): Promise<void> {
    const { name, concurrency } = this.#given;
    // A store that does not respond has nothing to fetch.
    const waiting = await readyQueue(name)
      .then(countWaiting)
      .catch(() => 0);
    if (this.#isOver) return;
    if (waiting === 0 || this.#running >= concurrency) this.#isFine();
    if (performance.now() - this.#fineAt >= this.#limits.stuckAfterMs) this.#replace(waiting);
  }

  #replace(waiting: number): void {
    const { name, giveUp } = this.#given;
    stuckQueues.add(name);
    if (this.#wasReplaced) {
      log.error(
        { queue: name, waiting },
        'A queue is not fetched from, by a new worker neither: the process must restart',
      );
      this.#isOver = true;
      clearInterval(this.#timer);
      return giveUp();
    }
    log.error({ queue: name, waiting }, 'A queue is not fetched from: its worker is replaced');
    // It may wait for the connection that is never made again. It fetches nothing more from now on.
    void this.#worker.close(true).catch(() => {});
    this.#wasReplaced = true;
    this.#fineAt = performance.now();
    this.#worker = this.#open();
  }
}

async function countWaiting(queue: JobQueue): Promise<number> {
  return (await queue.getJobCounts('waiting')).waiting ?? 0;
}
