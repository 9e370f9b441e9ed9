import * as z from 'zod';
import { outboxPayload } from '../outbox/outbox-payload.ts';
import { defineJob } from './define-job.ts';

/**
 * Tells the screens that orders were placed or moved. One job for all that were committed while the one before was being
 * queued, as a job costs PostgreSQL more than an order does. `subjectId` is the order's id.
 */
export const announceOrdersJob = defineJob({
  name: 'announce-orders',
  queue: 'order-events',
  payload: z.object({ orders: z.array(outboxPayload).min(1) }),
});
