import { mailer } from '@haat/core/gateways/mailer';
import { otpMail } from '@haat/core/mail/otp-mail';
import { markDispatched } from '@haat/core/outbox/mark-dispatched';
import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { OTP_MINUTES } from '@haat/core/services/auth/otp-code';
import { prepareOtp } from '@haat/core/services/auth/prepare-otp';

/** Makes the code, mails it, and notes that its mail is out. Spec section 4. */
export async function sendOtpEmail({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const prepared = await prepareOtp({ otpId: subjectId, outboxId });
  if (prepared) {
    const { email, code, purpose } = prepared;
    await mailer().send(otpMail({ to: email, code, purpose, minutes: OTP_MINUTES }));
  }
  await markDispatched(outboxId);
}
