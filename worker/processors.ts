import { currentTrace, traceOf, traced } from '@haat/core/lib/async';
import type { Bus } from '@haat/core/live/bus';
import { env } from '@haat/core/ops/env';
import { mailer, type Mail } from '@haat/core/gateways/mailer';
import { type Message, messageSender } from '@haat/core/gateways/message-sender';
import { WebhookRefused } from '@haat/core/gateways/signed-webhook';
import {
  answerPlaceRequestsJob,
  publishOrderSignalsJob,
  runOrderTimersJob,
  clearLeftoversJob,
  importProductsJob,
  type JobDefinition,
  type OutboxPayload,
  type QueueName,
  sendApplicationMailJob,
  sendDeletionMailJob,
  sendDeletionMessageJob,
  sendEmailNoticeJob,
  sendNotRespondingMailJob,
  sendProblemNoticeJob,
  sendShopAlertJob,
  sendInvitationJob,
  sendNearNoticeJob,
  sendNewApplicationMailJob,
  sendOrderMailsJob,
  sendOrderMessagesJob,
  sendOtpEmailJob,
  sendOtpMessageJob,
  sendPushesJob,
  sendRefundMailJob,
  sendSecurityMessageJob,
  sendSecurityNoticeJob,
  sweepOutboxJob,
  sweepPaymentsJob,
} from '@haat/core/queue/job-definitions';
import { closeOutboxRow } from '@haat/core/queue/outbox';
import type { JobProcessor } from '@haat/core/queue/queue-backend';
import { log } from '@haat/core/ops/log';
import {
  applicationMail,
  deletionMail,
  emailNoticeMail,
  invitationMail,
  nearMail,
  newApplicationMail,
  notRespondingMail,
  problemMail,
  otpMail,
  refundMail,
  securityMail,
} from '@haat/core/mail';
import {
  deletedMessage,
  emailAddedMessage,
  invitationMessage,
  nearMessage,
  otpMessage,
  securityMessage,
} from '@haat/core/messages';
import { jobSeconds } from '@haat/core/ops/metrics/counters';
import { OTP_MINUTES, prepareOtp } from '@haat/core/accounts/one-time-code';
import { prepareSecurityNotice } from '@haat/core/accounts/security-events';
import { runImport } from '@haat/core/catalog/imports/run-import';
import { clearLeftovers } from '@haat/core/platform/clear-leftovers';
import { sweepOutbox } from '@haat/core/platform/sweep-outbox';
import { sendOrderMails } from '@haat/core/orders/mail/send-order-mails';
import { sendOrderMessages } from '@haat/core/orders/mail/send-order-messages';
import { publishOrderSignals } from '@haat/core/orders/life/publish-order-signals';
import { prepareRefundMail } from '@haat/core/payments/pay-refunds';
import { prepareNotRespondingMail } from '@haat/core/orders/life/not-responding';
import { prepareProblemNotice } from '@haat/core/orders/problems/problem-notices';
import { runOrderTimers } from '@haat/core/platform/run-order-timers';
import { sendShopAlert } from '@haat/core/orders/life/send-shop-alert';
import { sweepPayments } from '@haat/core/payments/sweep-payments';
import { sendPushes } from '@haat/core/notify/send-pushes';
import { prepareApplicationMail, prepareNewApplicationMail } from '@haat/core/platform/application-mail';
import { answerPlaceRequests, prepareNearNotice } from '@haat/core/shops/place-requests';
import { prepareInvitation } from '@haat/core/accounts/invitations';
import { eraseDeletionCode, prepareDeletionNotice } from '@haat/core/accounts/delete-account';
import { prepareEmailNotice } from '@haat/core/accounts/email-change';
import { UnrecoverableError } from 'bullmq';

/** `stopping`: aborted when the process stops; processors then begin nothing that takes long. */
type Context = { bus: Bus; stopping?: AbortSignal };
type Processor = { name: string; queue: QueueName; run(data: unknown, context: Context): Promise<unknown> };

/** One processor per job definition. */
export const processors: readonly Processor[] = [
  on(publishOrderSignalsJob, ({ orders }, { bus }) => publishOrderSignals(orders, bus)),
  on(sendOtpEmailJob, sendOtpEmail),
  on(sendEmailNoticeJob, sendEmailNotice),
  on(sendInvitationJob, sendInvitation),
  on(sendApplicationMailJob, sendApplicationMail),
  on(sendNewApplicationMailJob, sendNewApplicationMail),
  on(sendRefundMailJob, sendRefundMail),
  on(sendSecurityNoticeJob, sendSecurityNotice),
  on(sendOrderMailsJob, (_, { stopping }) => sendOrderMails(stopping)),
  on(sendOrderMessagesJob, (_, { stopping }) => sendOrderMessages(stopping)),
  on(sendDeletionMailJob, sendDeletionNotice),
  on(sendOtpMessageJob, sendOtpMessage),
  on(sendSecurityMessageJob, sendSecurityNotice),
  on(sendDeletionMessageJob, sendDeletionNotice),
  on(sendPushesJob, (_, { stopping }) => sendPushes(stopping)),
  on(importProductsJob, importProducts),
  on(sweepOutboxJob, sweepOutbox),
  on(sweepPaymentsJob, sweepPayments),
  on(runOrderTimersJob, runOrderTimers),
  on(sendShopAlertJob, alertShop),
  on(sendNotRespondingMailJob, sendNotRespondingMail),
  on(sendProblemNoticeJob, sendProblemNotice),
  on(sendNearNoticeJob, sendNearNotice),
  on(answerPlaceRequestsJob, answerPlaceRequests),
  on(clearLeftoversJob, clearLeftovers),
];

export async function sendOtpEmail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const otp = await prepareOtp({ otpId: subjectId, outboxId });
  await sendAndClose(outboxId, otp && mailOf(otp));

  function mailOf({ email: to, language, code, purpose }: NonNullable<typeof otp>): Mail | undefined {
    if (to === null || purpose === 'new mobile') return undefined;
    return otpMail({ to, language, code, purpose, minutes: OTP_MINUTES });
  }
}

export async function sendOtpMessage({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const otp = await prepareOtp({ otpId: subjectId, outboxId });
  await sendMessageAndClose(outboxId, otp && messageOf(otp));

  function messageOf({ mobile, language, code, purpose }: NonNullable<typeof otp>): Message | undefined {
    if (mobile === null || purpose === 'new address') return undefined;
    return otpMessage({ outboxId, mobile, language, code, purpose, minutes: OTP_MINUTES });
  }
}

export async function sendEmailNotice({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const { email, mobile, language = null } = (await prepareEmailNotice({ otpId: subjectId, outboxId })) ?? {};
  if (email) await sendAndClose(outboxId, emailNoticeMail({ to: email, language, helpUrl: pageUrl('help') }));
  else await sendMessageAndClose(outboxId, mobile ? emailAddedMessage({ outboxId, mobile, language }) : undefined);
}

export async function sendInvitation({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const invitation = await prepareInvitation({ memberId: subjectId, outboxId });
  if (!invitation) return closeOutboxRow(outboxId);
  const { email, mobile, shopSlug, ...about } = invitation;
  const loginUrl = pageUrl(`${encodeURIComponent(shopSlug)}/login`);
  if (email !== null) await sendAndClose(outboxId, invitationMail({ to: email, ...about, loginUrl }));
  else await sendMessageAndClose(outboxId, mobile === null ? undefined : messageTo(mobile));

  function messageTo(to: string): Message {
    return invitationMessage({ outboxId, mobile: to, ...about, loginUrl });
  }
}

/** Tells a customer that a shop serves their place, by mail or, without an address, by message. */
export async function sendNearNotice({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const notice = await prepareNearNotice({ userId: subjectId, outboxId });
  if (!notice) return closeOutboxRow(outboxId);
  const { email, mobile, slug, ...about } = notice;
  const url = pageUrl(`${encodeURIComponent(slug)}/products`);
  if (email !== null) await sendAndClose(outboxId, nearMail({ to: email, ...about, url }));
  else
    await sendMessageAndClose(outboxId, mobile === null ? undefined : nearMessage({ outboxId, mobile, ...about, url }));
}

/** Mails an applicant the operator's decision. */
export async function sendApplicationMail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const decision = await prepareApplicationMail({ applicationId: subjectId, outboxId });
  // An approved one opens the first steps of its shop.
  const path = decision?.reason === null ? `sell?open=${encodeURIComponent(decision.slug)}` : 'sell';
  await sendAndClose(outboxId, decision && applicationMail({ ...decision, url: pageUrl(path) }));
}

/** Mails the operators about a new shop application. */
export async function sendNewApplicationMail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const application = await prepareNewApplicationMail({ applicationId: subjectId, outboxId });
  await sendAndClose(
    outboxId,
    application && newApplicationMail({ ...application, url: pageUrl('operator/applications') }),
  );
}

export async function sendRefundMail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const facts = await prepareRefundMail({ refundId: subjectId, outboxId });
  await sendAndClose(outboxId, facts && refundMail({ ...facts, helpUrl: pageUrl('help') }));
}

export async function sendSecurityNotice({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const notice = await prepareSecurityNotice({ noticeId: subjectId, outboxId });
  // By email where there is an address, also if it was added after the event.
  if (notice?.email)
    await sendAndClose(outboxId, securityMail({ ...notice, to: notice.email, helpUrl: pageUrl('help') }));
  else if (notice?.mobile)
    await sendMessageAndClose(outboxId, securityMessage({ ...notice, outboxId, mobile: notice.mobile }));
  else await closeOutboxRow(outboxId);
}

/** Notifies the owner of a deleted account at the contact stored with the code, and then deletes the code. */
export async function sendDeletionNotice({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const { email, mobile, language = null } = (await prepareDeletionNotice({ otpId: subjectId, outboxId })) ?? {};
  if (email) await sendAndClose(outboxId, deletionMail({ to: email, language, helpUrl: pageUrl('help') }));
  else await sendMessageAndClose(outboxId, mobile ? deletedMessage({ outboxId, mobile, language }) : undefined);
  await eraseDeletionCode(subjectId);
}

async function sendNotRespondingMail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const notice = await prepareNotRespondingMail({ noticeId: subjectId, outboxId });
  const ordersUrl = notice && pageUrl(`${encodeURIComponent(notice.slug)}/shop-orders`);
  await sendAndClose(outboxId, ordersUrl && notRespondingMail({ ...notice, to: notice.email, ordersUrl }));
}

/** Mails a member of a shop that a customer has reported a problem, or that one waits. */
export async function sendProblemNotice({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const notice = await prepareProblemNotice({ noticeId: subjectId, outboxId });
  const url = notice && pageUrl(`${encodeURIComponent(notice.slug)}/admin/problems/${notice.problemId}`);
  await sendAndClose(outboxId, url && problemMail({ ...notice, to: notice.email, url }));
}

async function alertShop({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  await closingIfRefused(outboxId, sendShopAlert({ orderId: subjectId, outboxId }));
}

/** Without a mail only closes the row: it is no longer needed, or an earlier run sent it. */
async function sendAndClose(outboxId: number, mail: Mail | '' | undefined): Promise<void> {
  if (mail) await mailer().send(mail);
  await closeOutboxRow(outboxId);
}

async function sendMessageAndClose(outboxId: number, message: Message | undefined): Promise<void> {
  await closingIfRefused(outboxId, message && messageSender().send(message));
}

/** Messages that a gateway refuses are not sent again: the job fails for an operator to see. */
async function closingIfRefused(outboxId: number, sending: Promise<void> | undefined): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    await closeOutboxRow(outboxId);
    throw new UnrecoverableError(error.message);
  }
  await closeOutboxRow(outboxId);
}

const pageUrl = (path: string): string => new URL(`/#/${path}`, env.PUBLIC_URL).href;

// The row stays in the outbox until the import is complete: the sweep restarts an import whose worker died.
async function importProducts({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  await runImport(subjectId);
  await closeOutboxRow(outboxId);
}

/** Runs the jobs of one queue. A job with an invalid payload or an unknown name fails without a retry. */
export function processorOf(queue: QueueName, context: Context): JobProcessor {
  const byName = new Map(processors.filter((each) => each.queue === queue).map((each) => [each.name, each]));
  return async (job) => {
    const processor = byName.get(job.name);
    if (!processor) throw new UnrecoverableError(`The queue ${queue} has no job named ${job.name}`);
    await traced(traceOf(job), () => measured(job.name, () => processor.run(job.data, context)));
  };
}

async function measured(job: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const end = (outcome: 'done' | 'failed'): number => {
    const ms = performance.now() - startedAt;
    jobSeconds.observe({ job, outcome }, ms / 1_000);
    return Math.round(ms);
  };
  try {
    await run();
    const ms = end('done');
    // Scheduled jobs come every few seconds.
    log[currentTrace()?.requestIds ? 'info' : 'debug']({ ms }, 'Job completed');
  } catch (error) {
    end('failed');
    throw error;
  }
}

function on<Payload>(
  { name, queue, payload }: JobDefinition<Payload>,
  process: (payload: Payload, context: Context) => Promise<unknown>,
): Processor {
  const run = (data: unknown, context: Context): Promise<unknown> => {
    const parsed = payload.safeParse(data);
    if (!parsed.success) throw new UnrecoverableError(`${name}: ${parsed.error.message}`);
    return process(parsed.data, context);
  };
  return { name, queue, run };
}
