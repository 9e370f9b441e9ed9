import type { BulkJobOptions } from 'bullmq';
import { announceOrdersJob } from '../jobs/announce-orders.job.ts';
import type { JobDefinition, QueueName } from '../jobs/define-job.ts';
import { importProductsJob } from '../jobs/import-products.job.ts';
import { readyQueue } from '../jobs/queues.ts';
import { sendEmailNoticeJob } from '../jobs/send-email-notice.job.ts';
import { sendInvitationJob } from '../jobs/send-invitation.job.ts';
import { sendOtpEmailJob } from '../jobs/send-otp-email.job.ts';
import { sendRefundMailJob } from '../jobs/send-refund-mail.job.ts';
import type { OutboxPayload } from './outbox-payload.ts';
import type { OutboxEntry, OutboxTopic } from './topics.ts';

type AddedJob = { name: string; data: unknown; opts: BulkJobOptions };

/** Those of orders go together, these each in a job of its own. */
const OWN_JOBS = {
  'otp.requested': sendOtpEmailJob,
  'email.changed': sendEmailNoticeJob,
  'member.invited': sendInvitationJob,
  'import.requested': importProductsJob,
  'refund.sent': sendRefundMailJob,
};
type OwnTopic = keyof typeof OWN_JOBS;

/** The id of the job that begins with this outbox row: however often it is added, it waits there once. */
export const outboxJobId = (outboxId: number): string => `o-${outboxId}`;

/** The queue that announces this topic. */
export const queueOf = (topic: OutboxTopic): QueueName =>
  (hasOwnJob(topic) ? OWN_JOBS[topic] : announceOrdersJob).queue;

/** Adds the jobs of outbox rows, those of orders as one. Rejects when a queue does not take them. */
export async function dispatchTogether(entries: OutboxEntry[]): Promise<void> {
  const orders = entries.filter(({ topic }) => !hasOwnJob(topic));
  await add([...(orders.length > 0 ? [orderJob(orders)] : []), ...entries.filter(isOwn).map(ownJob)]);
}

/**
 * Adds a job for each outbox row, for rows that may be part of a job already: one that begins with the row is the same job,
 * and one that has it in its middle will find nothing left to do.
 */
export async function dispatchEach(entries: OutboxEntry[]): Promise<void> {
  await add(entries.map((entry) => (isOwn(entry) ? ownJob(entry) : orderJob([entry]))));
}

type QueuedJob = AddedJob & { queue: QueueName };

async function add(jobs: QueuedJob[]): Promise<void> {
  const byQueue = Map.groupBy(jobs, ({ queue }) => queue);
  await Promise.all([...byQueue].map(([name, added]) => addTo(name, added)));
}

// Many at once make temporary tables on PostgreSQL: worth it for many, fifteen times as dear for one.
async function addTo(name: QueueName, jobs: AddedJob[]): Promise<void> {
  const queue = await readyQueue(name);
  const [first, ...others] = jobs;
  if (first && others.length === 0) await queue.add(first.name, first.data, first.opts);
  else await queue.addBulk(jobs);
}

type OwnEntry = OutboxEntry & { topic: OwnTopic };

const hasOwnJob = (topic: OutboxTopic): topic is OwnTopic => topic in OWN_JOBS;
const isOwn = (entry: OutboxEntry): entry is OwnEntry => hasOwnJob(entry.topic);

const payloadOf = ({ id, subjectId, requestId }: OutboxEntry): OutboxPayload => ({
  outboxId: id,
  subjectId,
  ...(requestId && { requestId }),
});

function orderJob(entries: OutboxEntry[]): QueuedJob {
  return jobOf(announceOrdersJob, { orders: entries.map(payloadOf) }, entries[0]?.id ?? 0);
}

const ownJob = (entry: OwnEntry): QueuedJob => jobOf(OWN_JOBS[entry.topic], payloadOf(entry), entry.id);

function jobOf<Payload>({ name, queue, options }: JobDefinition<Payload>, data: Payload, firstId: number): QueuedJob {
  return { name, queue, data, opts: { ...options, jobId: outboxJobId(firstId) } };
}
