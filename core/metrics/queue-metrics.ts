import { QUEUE_NAMES, type QueueName } from '../jobs/define-job.ts';
import { readyQueue } from '../jobs/queues.ts';
import { gauge } from './gauge.ts';
import { reading } from './reading.ts';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

type QueueReading = { name: QueueName; counts: Record<string, number>; oldestAgeSeconds: number };

const readQueues = reading('queues', () => Promise.all(QUEUE_NAMES.map(readQueue)));

async function readQueue(name: QueueName): Promise<QueueReading> {
  const queue = await readyQueue(name);
  const counts = await queue.getJobCounts(...STATES);
  const last = (counts.waiting ?? 0) - 1;
  // From the newest on: counted from the oldest, PostgreSQL and Redis understand a range of one differently.
  const [oldest] = last < 0 ? [] : await queue.getJobs(['waiting'], last, last, false);
  const since = oldest?.timestamp;
  return { name, counts, oldestAgeSeconds: since === undefined ? 0 : Math.max(0, (Date.now() - since) / 1_000) };
}

gauge({
  name: 'haat_queue_jobs',
  help: 'Jobs by queue and state. The same in every process: take the greatest.',
  labelNames: ['queue', 'state'],
  async collect() {
    this.reset();
    for (const { name, counts } of (await readQueues()) ?? []) {
      for (const state of STATES) this.set({ queue: name, state }, counts[state] ?? 0);
    }
  },
});

gauge({
  name: 'haat_queue_oldest_waiting_seconds',
  help: 'Age of the job that waits longest, by queue; 0 where none waits. The same in every process: take the greatest.',
  labelNames: ['queue'],
  async collect() {
    this.reset();
    for (const { name, oldestAgeSeconds } of (await readQueues()) ?? []) this.set({ queue: name }, oldestAgeSeconds);
  },
});
