import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { connectRedis, readyWithin } from '../redis/connect-redis.ts';
import { warnOfEviction } from '../redis/warn-of-eviction.ts';
import { quietErrors } from './quiet-errors.ts';
import { heard, heardWorker, KEEP_JOBS, WORKER_OPTIONS, type QueueBackend } from './queue-options.ts';

const ANSWERS_WITHIN_MS = 2_000;
// In braces, so that on a Redis Cluster all keys are on one node: a script may touch only keys of its own.
const prefix = '{haat}';

/** Queues in Redis. A producer fails soon while Redis is away; a worker waits for it to come back. */
export function redisQueueBackend(url: string): QueueBackend {
  let producer: Redis | undefined;
  let consumer: Redis | undefined;
  const queues = () => (producer ??= watched(connectRedis({ url, name: 'haat-queue' })));
  const workers = () => (consumer ??= connectRedis({ url, name: 'haat-worker', isPatient: true }));
  return {
    kind: 'redis',
    async answers() {
      await readyWithin(queues(), ANSWERS_WITHIN_MS);
      await queues().ping();
    },
    onBack: (listener) => void workers().on('ready', listener),
    queue: (name) => heard(new Queue(name, { connection: queues(), prefix, defaultJobOptions: KEEP_JOBS })),
    worker: (name, process, concurrency) =>
      heardWorker(new Worker(name, process, { connection: workers(), prefix, ...WORKER_OPTIONS, concurrency })),
    async close() {
      producer?.disconnect();
      consumer?.disconnect();
    },
  };
}

function watched(redis: Redis): Redis {
  return redis.on('ready', () => void warnOfEviction(redis).catch(quietErrors('redis memory')));
}
