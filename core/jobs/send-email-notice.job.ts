import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/** Tells the old address that the account has a new one. `subjectId` is the id of the code in otp_codes that changed it. */
export const sendEmailNoticeJob = defineJob({ name: 'send-email-notice', queue: 'mail', payload: outboxPayload });
