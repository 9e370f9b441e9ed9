// One of the processes of `npm run bench workers`: does jobs that wait for an outside service and nothing else, and says how
// many it has done when it is asked. With "bare" it is a worker of the library as its manual shows it.
import { setTimeout as sleep } from 'node:timers/promises';
import { redisQueueBackend } from '@haat/core/queue/queues';
import { Worker } from 'bullmq';
import { CALL_MS, DELIVERIES } from './delivery-call.ts';

const [kind, url = '', slots] = process.argv.slice(2);
const concurrency = Number(slots);
let done = 0;

async function deliver(): Promise<void> {
  await sleep(CALL_MS);
  done++;
}

const worker =
  kind === 'bare'
    ? new Worker(DELIVERIES, deliver, { connection: { url }, concurrency, removeOnComplete: { count: 0 } })
    : redisQueueBackend(url).worker(DELIVERIES, deliver, concurrency);
await worker.waitUntilReady();
process.on('message', () => process.send?.(done));
process.once('disconnect', () => process.exit());
