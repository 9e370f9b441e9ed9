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

/** Generates and mails a one-time code. `subjectId`: row in otp_codes. The code itself never enters a queue. */
export const sendOtpEmailJob = defineJob({ name: 'send-otp-email', queue: 'mail', payload: outboxPayload });

/** The same by a message to a mobile number. `subjectId`: row in otp_codes. */
export const sendOtpMessageJob = defineJob({ name: 'send-otp-message', queue: 'messages', payload: outboxPayload });

/** Mails the previous address of an account that was changed. `subjectId`: the code in otp_codes that changed it. */
export const sendEmailNoticeJob = defineJob({ name: 'send-email-notice', queue: 'mail', payload: outboxPayload });

/** Mails an invitation to a shop's team. `subjectId`: row in shop_members. */
export const sendInvitationJob = defineJob({ name: 'send-invitation', queue: 'mail', payload: outboxPayload });

/** Mails the operators about a new shop application. `subjectId`: the application. */
export const sendNewApplicationMailJob = defineJob({
  name: 'send-new-application-mail',
  queue: 'mail',
  payload: outboxPayload,
});

/** Mails a customer that a refund was sent. `subjectId`: the refund. */
export const sendRefundMailJob = defineJob({ name: 'send-refund-mail', queue: 'mail', payload: outboxPayload });

/** Mails a user about a security event of the account. `subjectId`: row in security_notices. */
export const sendSecurityNoticeJob = defineJob({ name: 'send-security-notice', queue: 'mail', payload: outboxPayload });

/** Notifies a user without an email address about a security event. `subjectId`: row in security_notices. */
export const sendSecurityMessageJob = defineJob({
  name: 'send-security-message',
  queue: 'messages',
  payload: outboxPayload,
});

/** Mails the owner of a deleted account. `subjectId`: the code in otp_codes that confirmed it. */
export const sendDeletionMailJob = defineJob({ name: 'send-deletion-mail', queue: 'mail', payload: outboxPayload });

/** The same by a message to a mobile number. `subjectId`: the code in otp_codes that confirmed it. */
export const sendDeletionMessageJob = defineJob({
  name: 'send-deletion-message',
  queue: 'messages',
  payload: outboxPayload,
});

/** Runs an import of products, or continues an interrupted one. `subjectId`: the import. */
export const importProductsJob = defineJob({ name: 'import-products', queue: 'imports', payload: outboxPayload });

// Scheduled jobs have one attempt: the next run comes within seconds.

/** Sends the push messages that are due, first attempts and retries. Also queued when new ones were written. */
export const sendPushesJob = defineJob({
  name: 'send-pushes',
  queue: 'push',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Sends the mails about orders that are due, first attempts and retries. Also queued when new ones were written. */
export const sendOrderMailsJob = defineJob({
  name: 'send-order-mails',
  queue: 'mail',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Sends the due messages about orders to mobile numbers. Also queued when new ones are written. */
export const sendOrderMessagesJob = defineJob({
  name: 'send-order-messages',
  queue: 'messages',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Queues the jobs of outbox rows that were committed and are still open. */
export const sweepOutboxJob = defineJob({
  name: 'sweep-outbox',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Reconciles payments with their providers, retries refunds and releases expired reservations. */
export const sweepPaymentsJob = defineJob({
  name: 'sweep-payments',
  queue: 'payments',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Expires orders, refuses requests, and runs all other due order timers. */
export const runOrderTimersJob = defineJob({
  name: 'run-order-timers',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Tells customers about shops that now serve their places. */
export const answerPlaceRequestsJob = defineJob({
  name: 'answer-place-requests',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1 },
});

/** Deletes expired rows and failed jobs. */
export const clearLeftoversJob = defineJob({ name: 'clear-leftovers', queue: 'maintenance', payload: z.object({}) });

/** Alerts a shop by webhook, SMS or WhatsApp that an order waits for it. `subjectId`: the order. */
export const sendShopAlertJob = defineJob({ name: 'send-shop-alert', queue: 'messages', payload: outboxPayload });

/** Mails a member or the operator that a shop does not respond. `subjectId`: row in shop_notices. */
export const sendNotRespondingMailJob = defineJob({
  name: 'send-not-responding-mail',
  queue: 'mail',
  payload: outboxPayload,
});

/** Mails a member of a shop that a customer has reported a problem. `subjectId`: row in order_problem_notices. */
export const sendProblemNoticeJob = defineJob({ name: 'send-problem-notice', queue: 'mail', payload: outboxPayload });

/** Mails an applicant that a shop was approved or declined. `subjectId`: row in shop_applications. */
export const sendApplicationMailJob = defineJob({
  name: 'send-application-mail',
  queue: 'mail',
  payload: outboxPayload,
});

/** Tells a user of a shop that serves their place. `subjectId`: the user, whose row in place_requests names the shop. */
export const sendNearNoticeJob = defineJob({ name: 'send-near-notice', queue: 'mail', payload: outboxPayload });

/** Topics whose rows become one job each. The topics of orders share a `publish-order-signals` job. */
export const JOB_OF_TOPIC = {
  'shop.alert': sendShopAlertJob,
  'shop.not_responding': sendNotRespondingMailJob,
  'problem.notice': sendProblemNoticeJob,
  'shop.near': sendNearNoticeJob,
  'application.decided': sendApplicationMailJob,
  'application.submitted': sendNewApplicationMailJob,
  'otp.requested': sendOtpEmailJob,
  'email.changed': sendEmailNoticeJob,
  'member.invited': sendInvitationJob,
  'refund.sent': sendRefundMailJob,
  'security.notice': sendSecurityNoticeJob,
  'account.deleted': sendDeletionMailJob,
  'otp.message': sendOtpMessageJob,
  'security.message': sendSecurityMessageJob,
  'account.deleted_message': sendDeletionMessageJob,
  'import.requested': importProductsJob,
} as const;

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
