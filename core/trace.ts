import { AsyncLocalStorage } from 'node:async_hooks';

/** Log context: the request, or the job with the requests that caused it. Part of every log line. */
export type Trace = { requestId?: string; requestIds?: string[]; job?: string; jobId?: string | undefined };

const storage = new AsyncLocalStorage<Trace>();

/** Runs the work, and everything it starts, in this context. */
export const traced = <Result>(trace: Trace, work: () => Result): Result => storage.run(trace, work);

/** Runs without a context what outlives the request that started it, or serves many requests. */
export const untraced = <Result>(work: () => Result): Result => storage.exit(work);

export const currentTrace = (): Trace | undefined => storage.getStore();
