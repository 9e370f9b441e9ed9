import { UnrecoverableError } from 'bullmq';
import { OutboxRow } from '../../db/notify.models.ts';
import { mailer } from '../../gateways/mailer.ts';
import { messageSender } from '../../gateways/message-sender.ts';
import { WebhookRefused } from '../../gateways/signed-webhook.ts';
import type { NoticeTopic, OutboxPayload } from '../../queue/job-definitions.ts';
import { closeOutboxRow } from '../../queue/outbox.ts';
import { ACCOUNT_DELETED, CODE, EMAIL_CHANGED, INVITATION } from './account-notices.ts';
import type { Notice } from './notice.ts';
import { SECURITY } from './security-notice.ts';
import {
  APPLICATION_DECIDED,
  APPLICATION_SUBMITTED,
  NOT_RESPONDING,
  PROBLEM,
  REFUND,
  SHOP_NEAR,
} from './shop-notices.ts';

/**
 * All notices that are not about an order's progress, by the topic of their outbox row. Mails and messages are sent from queues
 * of their own, so some have two topics.
 */
const NOTICES: Record<NoticeTopic, Notice> = {
  'otp.requested': CODE,
  'otp.message': CODE,
  'email.changed': EMAIL_CHANGED,
  'account.deleted': ACCOUNT_DELETED,
  'account.deleted_message': ACCOUNT_DELETED,
  'security.notice': SECURITY,
  'security.message': SECURITY,
  'member.invited': INVITATION,
  'application.submitted': APPLICATION_SUBMITTED,
  'application.decided': APPLICATION_DECIDED,
  'shop.near': SHOP_NEAR,
  'shop.not_responding': NOT_RESPONDING,
  'problem.notice': PROBLEM,
  'refund.sent': REFUND,
};

/** Sends the notice of an outbox row and closes the row. A second run sends nothing. */
export async function sendNotice(job: OutboxPayload): Promise<void> {
  const { outboxId, subjectId } = job;
  const row = await OutboxRow.query().findOne({ id: outboxId, subjectId });
  const notice = row && NOTICES[row.topic as NoticeTopic];
  if (!notice) return;
  if (row.doneAt === null) await closeAfter(outboxId, send(notice, job));
  await notice.after?.(job);
}

async function send({ read, write }: Notice, job: OutboxPayload): Promise<void> {
  const found = await read(job);
  const { mail, message } = found ? write(found, job.outboxId) : {};
  if (mail) await mailer().send(mail);
  if (message) await messageSender().send(message);
}

/**
 * Closes an outbox row when its notice was sent. A message that the gateway refuses is not sent again: the job fails for an
 * operator to see.
 */
export async function closeAfter(outboxId: number, sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    await closeOutboxRow(outboxId);
    throw new UnrecoverableError(error.message);
  }
  await closeOutboxRow(outboxId);
}
