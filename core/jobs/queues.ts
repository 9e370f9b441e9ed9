import type { QueueName } from './define-job.ts';
import { createQueueBackend } from './queue-backend.ts';
import type { JobQueue, QueueBackend } from './queue-options.ts';

let backend: QueueBackend | undefined;
const queues = new Map<QueueName, JobQueue>();

/** The queue of this name, ready to take jobs; made when first asked for. Rejects while its store does not answer. */
export async function readyQueue(name: QueueName): Promise<JobQueue> {
  backend ??= createQueueBackend();
  const queue = queues.get(name) ?? backend.queue(name);
  queues.set(name, queue);
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    // A queue remembers its first failure to connect for ever; the next caller gets another one.
    if (queues.get(name) === queue) queues.delete(name);
    void queue.close().catch(() => {});
    throw error;
  }
}

/** Closes what this process opened to add jobs. */
export async function closeQueues(): Promise<void> {
  const closing = backend;
  backend = undefined;
  await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  queues.clear();
  await closing?.close();
}
