import { inTime } from '../in-time.ts';
import { quietErrors } from '../jobs/quiet-errors.ts';
import { accessLines } from '../log.ts';
import { currentTrace, untraced } from '../trace.ts';
import { dispatchTogether } from './dispatch.ts';
import type { OutboxEntry } from './topics.ts';

const GIVE_UP_AFTER_MS = 5_000;
/** Beyond these the sweeper takes over: memory must not grow while the queue's store is away. */
const MOST_WAITING = 1_000;

const failed = quietErrors('outbox dispatch');
let waiting: OutboxEntry[] = [];
let dispatching: Promise<void> | undefined;

/**
 * Queues the job of an outbox row whose transaction was committed, soon and at most once. Never throws and is never
 * awaited: the answer to the customer does not depend on it, and the sweeper finds every row that was not queued.
 */
export function dispatchSoon(entry: OutboxEntry): void {
  if (waiting.length >= MOST_WAITING) return;
  const { id: outboxId, topic, subjectId } = entry;
  const requestId = currentTrace()?.requestId;
  accessLines.info({ requestId, topic, outboxId, subjectId }, 'To be told');
  waiting.push(requestId ? { ...entry, requestId } : entry);
  // One flush is for many requests.
  dispatching ??= untraced(flush);
}

/** Resolves when everything given to `dispatchSoon` so far was queued or given up; for a process that ends. */
export async function dispatched(): Promise<void> {
  await dispatching;
}

// One batch at a time: what arrives meanwhile forms the next, so that a busy hour costs few round trips.
async function flush(): Promise<void> {
  await Promise.resolve();
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await inTime(dispatchTogether(batch), GIVE_UP_AFTER_MS, 'The queue did not answer in time').catch(failed);
  }
  dispatching = undefined;
}
