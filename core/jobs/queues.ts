import type { QueueName } from './define-job.ts';
import { createQueueBackend } from './queue-backend.ts';
import type { JobQueue, QueueBackend } from './queue-options.ts';

let backend: QueueBackend | undefined;
const queues = new Map<QueueName, Promise<JobQueue>>();

/** Resolves when the store of the queues can take jobs; rejects soon when it cannot. */
export function queueAnswers(): Promise<void> {
  backend ??= createQueueBackend();
  return backend.answers();
}

/** The queue of this name, ready to take jobs; made when first asked for. Rejects while its store does not answer. */
export function readyQueue(name: QueueName): Promise<JobQueue> {
  const known = queues.get(name);
  if (known) return known;
  backend ??= createQueueBackend();
  const opening = open(backend, name);
  queues.set(name, opening);
  // The next caller tries again.
  opening.catch(() => queues.delete(name));
  return opening;
}

// A queue remembers for ever that its first connection failed, so that it is made only when the store answers.
async function open(on: QueueBackend, name: QueueName): Promise<JobQueue> {
  await on.answers();
  const queue = on.queue(name);
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    void queue.close().catch(() => {});
    throw error;
  }
}

/** Closes what this process opened to add jobs. */
export async function closeQueues(): Promise<void> {
  const closing = backend;
  const opened = await Promise.allSettled(queues.values());
  backend = undefined;
  queues.clear();
  const ready = opened.filter((each) => each.status === 'fulfilled');
  await Promise.allSettled(ready.map(({ value }) => value.close()));
  await closing?.close();
}
