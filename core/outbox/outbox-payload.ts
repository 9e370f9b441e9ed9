import * as z from 'zod';
import { id } from '@haat/contract/api/common.schema';

/** What a job that comes from the outbox carries: its row, and the id of the order or code that it announces. */
export const outboxPayload = z.object({ outboxId: id, subjectId: id, requestId: z.string().max(64).optional() });
export type OutboxPayload = z.infer<typeof outboxPayload>;
