/** What may be announced; the values of outbox.topic. */
export type OutboxTopic =
  | 'order.placed'
  | 'order.status'
  | 'order.refund'
  | 'otp.requested'
  | 'email.changed'
  | 'member.invited'
  | 'import.requested'
  | 'refund.sent';

/**
 * One row of the outbox: `subjectId` is the order's id, or that of the one-time code (the one that changed the email), or
 * that of the membership, of the import or of the refund. `requestId`: of the request that made it true, where it is known.
 */
export type OutboxEntry = { id: number; topic: OutboxTopic; subjectId: number; requestId?: string };
