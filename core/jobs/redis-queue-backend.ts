import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { quietErrors } from './quiet-errors.ts';
import { heard, heardWorker, KEEP_JOBS, WORKER_OPTIONS, type QueueBackend } from './queue-options.ts';

const ANSWERS_WITHIN_MS = 2_000;

/** Queues in Redis. A producer fails at once while Redis is away; a worker waits for it to come back. */
export function redisQueueBackend(url: string): QueueBackend {
  const connections = new Map<'queues' | 'workers', Redis>();
  const connectionOf = (use: 'queues' | 'workers'): Redis => {
    const connection = connections.get(use) ?? connect(url, use === 'workers');
    connections.set(use, connection);
    return connection;
  };
  return {
    kind: 'redis',
    async answers() {
      const redis = connectionOf('queues');
      if (redis.status === 'ready') return;
      await once(redis, 'ready', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    },
    queue: (name) => heard(new Queue(name, { connection: connectionOf('queues'), defaultJobOptions: KEEP_JOBS })),
    worker: (name, process, concurrency) =>
      heardWorker(new Worker(name, process, { connection: connectionOf('workers'), ...WORKER_OPTIONS, concurrency })),
    async close() {
      for (const redis of connections.values()) redis.disconnect();
    },
  };
}

// Without these, `add` would wait for as long as Redis is away.
function connect(url: string, isPatient: boolean): Redis {
  const redis = new Redis(url, { enableOfflineQueue: isPatient, maxRetriesPerRequest: isPatient ? null : 1 });
  redis.on('error', quietErrors('queue redis'));
  return redis;
}
