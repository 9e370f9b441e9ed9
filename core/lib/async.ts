import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from 'bullmq';

/** The result of `work`, or an error with the text `message` when it takes longer than `ms`. The work itself continues. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, message: string): Promise<Result> {
  const cancel = new AbortController();
  const timeout = sleep(ms, undefined, { signal: cancel.signal, ref: false }).then(() => {
    throw new Error(message);
  });
  // The loser of the race may reject unobserved.
  work.catch(() => {});
  timeout.catch(() => {});
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancel.abort();
  }
}

/**
 * Turns a function that sends many items into one that sends a single item: items that arrive while a batch is being sent form
 * the next batch. Resolves or rejects with the batch that contained the item.
 */
export function batched<Item>(send: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let next: Item[] = [];
  let sending: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  return (item) => {
    next.push(item);
    queued ??= sending.then(() => {
      const items = next;
      next = [];
      queued = undefined;
      const sent = send(items);
      sending = sent.catch(() => {});
      return sent;
    });
    return queued;
  };
}

type Work<Result> = () => Promise<Result>;

/** Limits how many pieces of work run at the same time; the others wait in the order of their calls. */
export function concurrencyLimit(max: number): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // A finished piece passes its slot to the next in the queue, so that new work cannot overtake it.
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Delay before a reconnect, in ms: 100 ms for the first attempt (0), doubling up to 5 s, minus up to a quarter of jitter. */
export function backoff(attempt: number): number {
  const full = Math.min(100 * 2 ** attempt, 5_000);
  return full * (0.75 + Math.random() / 4);
}

/** Log context: the request, or the job with the requests that caused it. Part of every log line. */
export type Trace = { requestId?: string; requestIds?: string[]; job?: string; jobId?: string | undefined };

const storage = new AsyncLocalStorage<Trace>();

/** Runs the work, and everything it starts, in this context. */
export const traced = <Result>(trace: Trace, work: () => Result): Result => storage.run(trace, work);

/** Runs without a context what outlives the request that started it, or serves many requests. */
export const untraced = <Result>(work: () => Result): Result => storage.exit(work);

export const currentTrace = (): Trace | undefined => storage.getStore();

/** Log context of a job: its id and the ids of the requests that caused it. */
export function traceOf({ name, id: jobId, data }: Pick<Job, 'name' | 'id' | 'data'>): Trace {
  const entries: unknown[] = Array.isArray(data?.orders) ? data.orders : [data];
  const ids = entries.map((each) => (each as { requestId?: unknown } | undefined)?.requestId);
  const requestIds = ids.filter((each): each is string => typeof each === 'string');
  return { job: name, jobId, ...(requestIds.length > 0 && { requestIds }) };
}
