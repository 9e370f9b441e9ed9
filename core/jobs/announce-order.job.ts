import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/** Tells the screens that an order was placed or moved. `subjectId` is the order's id. */
export const announceOrderJob = defineJob({ name: 'announce-order', queue: 'order-events', payload: outboxPayload });
