import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/** Mails somebody that they are in a shop's team. `subjectId` is the id of the row in shop_members. */
export const sendInvitationJob = defineJob({ name: 'send-invitation', queue: 'mail', payload: outboxPayload });
