import { env } from '@haat/core/env';
import { mailer } from '@haat/core/gateways/mailer';
import { refundMail } from '@haat/core/mail/refund-mail';
import { markDispatched } from '@haat/core/outbox/mark-dispatched';
import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { prepareRefundMail } from '@haat/core/services/payments/prepare-refund-mail';

/** Tells a customer that money is on its way back, and notes that the mail is out. */
export async function sendRefundMail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const mail = await prepareRefundMail({ refundId: subjectId, outboxId });
  if (mail) await mailer().send(refundMail({ ...mail, helpUrl: new URL('/#/help', env.PUBLIC_URL).href }));
  await markDispatched(outboxId);
}
