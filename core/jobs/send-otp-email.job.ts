import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/** Makes a one-time code and mails it. `subjectId` is the id of its row in otp_codes; no code rests in a queue. */
export const sendOtpEmailJob = defineJob({ name: 'send-otp-email', queue: 'mail', payload: outboxPayload });
