import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { throttledErrorLog } from '../log.ts';
import { connectRedis, readyWithin, warnOfEviction } from '../redis.ts';
import { KEEP_JOBS, type QueueBackend, withErrorLog, withFailureLog, WORKER_OPTIONS } from './queue-backend.ts';

const PING_TIMEOUT_MS = 2_000;
// A hash tag: on a Redis Cluster it keeps all keys on one node, as scripts require.
const prefix = '{haat}';

/** Queues in Redis. Adding a job fails soon while Redis is unreachable; a worker waits for it. */
export function redisQueueBackend(url: string): QueueBackend {
  let producer: Redis | undefined;
  let consumer: Redis | undefined;
  const forQueues = () => (producer ??= checkingEviction(connectRedis({ url, name: 'haat-queue' })));
  const forWorkers = () => (consumer ??= connectRedis({ url, name: 'haat-worker', waits: true }));
  return {
    kind: 'redis',
    async ping() {
      await readyWithin(forQueues(), PING_TIMEOUT_MS);
      await forQueues().ping();
    },
    onReconnect: (listener) => void forWorkers().on('ready', listener),
    queue: (name) => withErrorLog(new Queue(name, { connection: forQueues(), prefix, defaultJobOptions: KEEP_JOBS })),
    worker: (name, process, concurrency) =>
      withFailureLog(new Worker(name, process, { connection: forWorkers(), prefix, ...WORKER_OPTIONS, concurrency })),
    async close() {
      producer?.disconnect();
      consumer?.disconnect();
    },
  };
}

function checkingEviction(redis: Redis): Redis {
  return redis.on('ready', () => void warnOfEviction(redis).catch(throttledErrorLog('redis memory')));
}
