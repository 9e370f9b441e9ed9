import { env } from '@haat/core/env';
import { mailer } from '@haat/core/gateways/mailer';
import { emailNoticeMail } from '@haat/core/mail/email-notice-mail';
import { markDispatched } from '@haat/core/outbox/mark-dispatched';
import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { prepareEmailNotice } from '@haat/core/services/users/prepare-email-notice';

/** Tells the old address of an account that it is no longer its address, and notes that its mail is out. Design, section 2. */
export async function sendEmailNotice({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const to = await prepareEmailNotice({ otpId: subjectId, outboxId });
  if (to) await mailer().send(emailNoticeMail({ to, helpUrl: new URL('/#/help', env.PUBLIC_URL).href }));
  await markDispatched(outboxId);
}
