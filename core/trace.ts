import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose work is being done: a request, or a job with the requests that it is done for. It stands in every line of the log. */
export type Trace = { requestId?: string; requestIds?: string[]; job?: string; jobId?: string | undefined };

const storage = new AsyncLocalStorage<Trace>();

/** Does the work, and whatever it sets off, under this name. */
export const traced = <Answer>(trace: Trace, work: () => Answer): Answer => storage.run(trace, work);

/** Does what outlives the work that set it off, or concerns everybody's, under no name. */
export const untraced = <Answer>(work: () => Answer): Answer => storage.exit(work);

export const currentTrace = (): Trace | undefined => storage.getStore();
