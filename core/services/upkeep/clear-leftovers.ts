import { database } from '../../db/database.ts';
import { QUEUE_NAMES } from '../../jobs/define-job.ts';
import { readyQueue } from '../../jobs/queues.ts';

const BATCH = 5_000;
const FAILED_JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Removes requests for orders that are older than 30 days, outbox rows that were dispatched more than 7 days ago, and
 * failed jobs older than 7 days. In batches, so that nobody waits long for a lock. Rejects when a store does not answer.
 */
export async function clearLeftovers(): Promise<void> {
  for (const statement of LEFTOVERS) await deleteInBatches(statement);
  for (const name of QUEUE_NAMES) {
    const queue = await readyQueue(name);
    await queue.clean(FAILED_JOBS_KEPT_MS, BATCH, 'failed');
  }
}

async function deleteInBatches(statement: string): Promise<void> {
  for (;;) {
    const { rowCount } = await database().pool.query(statement, [BATCH]);
    if ((rowCount ?? 0) < BATCH) return;
  }
}

const LEFTOVERS = [
  `DELETE FROM order_requests WHERE (user_id, key) IN (
     SELECT user_id, key FROM order_requests WHERE created_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM outbox WHERE id IN (
     SELECT id FROM outbox WHERE dispatched_at < now() - interval '7 days' LIMIT $1)`,
];
