import type { BulkJobOptions } from 'bullmq';
import { announceOrdersJob } from '../jobs/announce-orders.job.ts';
import type { JobDefinition, QueueName } from '../jobs/define-job.ts';
import { readyQueue } from '../jobs/queues.ts';
import { sendEmailNoticeJob } from '../jobs/send-email-notice.job.ts';
import { sendInvitationJob } from '../jobs/send-invitation.job.ts';
import { sendOtpEmailJob } from '../jobs/send-otp-email.job.ts';
import type { OutboxPayload } from './outbox-payload.ts';
import type { OutboxEntry, OutboxTopic } from './topics.ts';

type AddedJob = { name: string; data: unknown; opts: BulkJobOptions };

const MAIL_JOBS = {
  'otp.requested': sendOtpEmailJob,
  'email.changed': sendEmailNoticeJob,
  'member.invited': sendInvitationJob,
};
type MailTopic = keyof typeof MAIL_JOBS;

/** The id of the job that begins with this outbox row: however often it is added, it waits there once. */
export const outboxJobId = (outboxId: number): string => `o-${outboxId}`;

/** The queue that announces this topic. */
export const queueOf = (topic: OutboxTopic): QueueName =>
  (isMailTopic(topic) ? MAIL_JOBS[topic] : announceOrdersJob).queue;

/** Adds the jobs of outbox rows, those of orders as one. Rejects when a queue does not take them. */
export async function dispatchTogether(entries: OutboxEntry[]): Promise<void> {
  const orders = entries.filter(({ topic }) => !isMailTopic(topic));
  await add([...(orders.length > 0 ? [orderJob(orders)] : []), ...entries.filter(isMail).map(mailJob)]);
}

/**
 * Adds a job for each outbox row, for rows that may be part of a job already: one that begins with the row is the same job,
 * and one that has it in its middle will find nothing left to do.
 */
export async function dispatchEach(entries: OutboxEntry[]): Promise<void> {
  await add(entries.map((entry) => (isMail(entry) ? mailJob(entry) : orderJob([entry]))));
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

type MailEntry = OutboxEntry & { topic: MailTopic };

const isMailTopic = (topic: OutboxTopic): topic is MailTopic => topic in MAIL_JOBS;
const isMail = (entry: OutboxEntry): entry is MailEntry => isMailTopic(entry.topic);

const payloadOf = ({ id, subjectId }: OutboxEntry): OutboxPayload => ({ outboxId: id, subjectId });

function orderJob(entries: OutboxEntry[]): QueuedJob {
  return jobOf(announceOrdersJob, { orders: entries.map(payloadOf) }, entries[0]?.id ?? 0);
}

const mailJob = (entry: MailEntry): QueuedJob => jobOf(MAIL_JOBS[entry.topic], payloadOf(entry), entry.id);

function jobOf<Payload>({ name, queue, options }: JobDefinition<Payload>, data: Payload, firstId: number): QueuedJob {
  return { name, queue, data, opts: { ...options, jobId: outboxJobId(firstId) } };
}
