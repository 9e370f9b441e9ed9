import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/** Tells a customer that money is on its way back. `subjectId` is the id of the refund. */
export const sendRefundMailJob = defineJob({ name: 'send-refund-mail', queue: 'mail', payload: outboxPayload });
