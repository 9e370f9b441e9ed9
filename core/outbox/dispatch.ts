import type { BulkJobOptions } from 'bullmq';
import { announceOrderJob } from '../jobs/announce-order.job.ts';
import type { JobDefinition, QueueName } from '../jobs/define-job.ts';
import { readyQueue } from '../jobs/queues.ts';
import { sendOtpEmailJob } from '../jobs/send-otp-email.job.ts';
import type { OutboxPayload } from './outbox-payload.ts';
import type { OutboxEntry, OutboxTopic } from './topics.ts';

type OutboxJob = { name: string; data: OutboxPayload; opts: BulkJobOptions };

const JOB_OF: Record<OutboxTopic, JobDefinition<OutboxPayload>> = {
  'order.placed': announceOrderJob,
  'order.status': announceOrderJob,
  'otp.requested': sendOtpEmailJob,
};

/** The id under which an outbox row is queued: however often it is added, it waits there once. */
export const outboxJobId = (outboxId: number): string => `o-${outboxId}`;

/** The queue that announces this topic. */
export const queueOf = (topic: OutboxTopic): QueueName => JOB_OF[topic].queue;

/** Adds the jobs of outbox rows, in one go per queue. Rejects when a queue does not take them. */
export async function dispatch(entries: OutboxEntry[]): Promise<void> {
  const jobs = Map.groupBy(entries, ({ topic }) => queueOf(topic));
  await Promise.all(
    [...jobs].map(async ([name, rows]) => {
      const queue = await readyQueue(name);
      await queue.addBulk(rows.map(jobOf));
    }),
  );
}

function jobOf({ id, topic, subjectId }: OutboxEntry): OutboxJob {
  const { name, options } = JOB_OF[topic];
  return { name, data: { outboxId: id, subjectId }, opts: { ...options, jobId: outboxJobId(id) } };
}
