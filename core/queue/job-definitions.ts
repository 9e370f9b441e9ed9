import { id } from '@haat/contract/common';
import * as z from 'zod';

/**
 * One queue per kind of delay: order events, which users wait for; mail, messages, push messages and payments, which an
 * outside server may delay; imports, which take minutes; maintenance, which is not urgent.
 */
export const QUEUE_NAMES = ['order-events', 'mail', 'messages', 'push', 'payments', 'imports', 'maintenance'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

type JobOptions = {
  attempts: number;
  backoff: { type: 'exponential' | 'fixed'; delay: number };
};

/** A kind of job. Its payload carries ids only, never rows and never secrets; its processor must be idempotent. */
export type JobDefinition<Payload> = {
  name: string;
  queue: QueueName;
  payload: z.ZodType<Payload>;
  options: JobOptions;
};

/** Five attempts, after 1, 2, 4 and 8 seconds; then the job stays in the queue as failed, for an operator. */
const DEFAULTS: JobOptions = { attempts: 5, backoff: { type: 'exponential', delay: 1_000 } };

type Given<Payload> = Omit<JobDefinition<Payload>, 'options'> & { options?: Partial<JobOptions> };

function defineJob<Payload>(given: Given<Payload>): JobDefinition<Payload> {
  return { ...given, options: { ...DEFAULTS, ...given.options } };
}

/** Payload of a job that comes from the outbox: its row and the id of its subject. */
const outboxPayload = z.object({ outboxId: id, subjectId: id, requestId: z.string().max(64).optional() });
export type OutboxPayload = z.infer<typeof outboxPayload>;

/**
 * Signals that orders were placed or changed. One job for all that were committed since the previous one was queued: on
 * PostgreSQL a job costs more than an order. `subjectId` is the order's id.
 */
export const publishOrderSignalsJob = defineJob({
  name: 'publish-order-signals',
  queue: 'order-events',
  payload: z.object({ orders: z.array(outboxPayload).min(1) }),
});

type OutboxJob = JobDefinition<OutboxPayload>;

const noticeJob = (queue: QueueName, name: string): OutboxJob => defineJob({ name, queue, payload: outboxPayload });

/**
 * The jobs that send notices, by the topic of their outbox row; `platform/notices` has what they send. A one-time code is made by
 * its job and never enters a queue. The names of jobs stay: jobs of the version before may lie in the queues.
 */
const NOTICE_JOBS = {
  'otp.requested': noticeJob('mail', 'send-otp-email'),
  'otp.message': noticeJob('messages', 'send-otp-message'),
  'email.changed': noticeJob('mail', 'send-email-notice'),
  'account.deleted': noticeJob('mail', 'send-deletion-mail'),
  'account.deleted_message': noticeJob('messages', 'send-deletion-message'),
  'security.notice': noticeJob('mail', 'send-security-notice'),
  'security.message': noticeJob('messages', 'send-security-message'),
  'member.invited': noticeJob('mail', 'send-invitation'),
  'application.submitted': noticeJob('mail', 'send-new-application-mail'),
  'application.decided': noticeJob('mail', 'send-application-mail'),
  'shop.near': noticeJob('mail', 'send-near-notice'),
  'shop.not_responding': noticeJob('mail', 'send-not-responding-mail'),
  'problem.notice': noticeJob('mail', 'send-problem-notice'),
  'refund.sent': noticeJob('mail', 'send-refund-mail'),
};
export type NoticeTopic = keyof typeof NOTICE_JOBS;
export const noticeJobs: OutboxJob[] = Object.values(NOTICE_JOBS);

/** Runs an import of products, or continues an interrupted one. `subjectId`: the import. */
export const importProductsJob = defineJob({ name: 'import-products', queue: 'imports', payload: outboxPayload });

// Scheduled jobs have one attempt: the next run comes within seconds.
const scheduledJob = (queue: QueueName, name: string) =>
  defineJob({ name, queue, payload: z.object({}), options: { attempts: 1 } });

/** Sends the push messages that are due, first attempts and retries. Also queued when new ones were written. */
export const sendPushesJob = scheduledJob('push', 'send-pushes');

/** Sends the mails about orders that are due, first attempts and retries. Also queued when new ones were written. */
export const sendOrderMailsJob = scheduledJob('mail', 'send-order-mails');

/** Sends the due messages about orders to mobile numbers. Also queued when new ones are written. */
export const sendOrderMessagesJob = scheduledJob('messages', 'send-order-messages');

/** Queues the jobs of outbox rows that were committed and are still open. */
export const sweepOutboxJob = scheduledJob('maintenance', 'sweep-outbox');

/** Reconciles payments with their providers, retries refunds and releases expired reservations. */
export const sweepPaymentsJob = scheduledJob('payments', 'sweep-payments');

/** Expires orders, refuses requests, and runs all other due order timers. */
export const runOrderTimersJob = scheduledJob('maintenance', 'run-order-timers');

/** Tells customers about shops that now serve their places. */
export const answerPlaceRequestsJob = scheduledJob('maintenance', 'answer-place-requests');

/** Deletes expired rows and failed jobs. */
export const clearLeftoversJob = defineJob({ name: 'clear-leftovers', queue: 'maintenance', payload: z.object({}) });

/** Alerts a shop by webhook, SMS or WhatsApp that an order waits for it. `subjectId`: the order. */
export const sendShopAlertJob = defineJob({ name: 'send-shop-alert', queue: 'messages', payload: outboxPayload });

/** Topics whose rows become one job each. The topics of orders share a `publish-order-signals` job. */
export const JOB_OF_TOPIC = {
  ...NOTICE_JOBS,
  'shop.alert': sendShopAlertJob,
  'import.requested': importProductsJob,
};

/** The values of outbox.topic, which the database checks. */
export type OutboxTopic =
  | 'order.placed'
  | 'order.status'
  | 'order.refund'
  | 'order.expired'
  | 'order.adjustment'
  | 'order.problem'
  | 'order.alert'
  | 'order.cancellation'
  | keyof typeof JOB_OF_TOPIC;

/** One row of the outbox. `subjectId` as the topic's job has it; `requestId`: the request that wrote the row, if known. */
export type OutboxEntry = { id: number; topic: OutboxTopic; subjectId: number; requestId?: string };
