import { database } from '../db/database.ts';

/** Says that the job of this outbox row has run, so that the sweeper leaves it alone. Harmless when said twice. */
export async function markDispatched(outboxId: number): Promise<void> {
  await database().pool.query({
    name: 'outbox-dispatched',
    text: 'UPDATE outbox SET dispatched_at = now() WHERE id = $1 AND dispatched_at IS NULL',
    values: [outboxId],
  });
}
