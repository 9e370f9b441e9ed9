import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { quietErrors } from './quiet-errors.ts';
import { heard, KEEP_JOBS, WORKER_OPTIONS, type QueueBackend } from './queue-options.ts';

/** Queues in Redis. A producer fails at once while Redis is away; a worker waits for it to come back. */
export function redisQueueBackend(url: string): QueueBackend {
  const connections: Redis[] = [];
  const connect = (patient: boolean): Redis => {
    const redis = new Redis(url, { enableOfflineQueue: patient, maxRetriesPerRequest: patient ? null : 1 });
    redis.on('error', quietErrors('queue redis'));
    connections.push(redis);
    return redis;
  };
  let forQueues: Redis | undefined;
  let forWorkers: Redis | undefined;
  return {
    kind: 'redis',
    queue(name) {
      const connection = (forQueues ??= connect(false));
      // By default a queue waits for the first connection, and every `add` with it, for ever.
      return heard(new Queue(name, { connection, defaultJobOptions: KEEP_JOBS, skipWaitingForReady: true }));
    },
    worker(name, process, concurrency) {
      const connection = (forWorkers ??= connect(true));
      return heard(new Worker(name, process, { connection, ...WORKER_OPTIONS, concurrency }));
    },
    async close() {
      for (const redis of connections) redis.disconnect();
    },
  };
}
