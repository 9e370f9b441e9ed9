import { closeDatabase } from '../db/database.ts';
import { closeQueues } from '../jobs/queues.ts';
import { dispatchesSettled } from '../jobs/outbox.ts';
import { closeCounters } from '../rate-limit/limit-counters.ts';

/** Ends what services leave open in a test: the jobs under way, the queues, the database. */
export async function stopServices(): Promise<void> {
  await dispatchesSettled();
  await closeQueues();
  closeCounters();
  await closeDatabase();
}
