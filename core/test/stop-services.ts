import { closeDatabase } from '../db/database.ts';
import { closeQueues } from '../queue/queues.ts';
import { dispatchesSettled } from '../queue/outbox.ts';
import { closeCounters } from '../rate-limit/limit-counters.ts';

/** Ends what services leave open in a test: the jobs under way, the queues, the database. */
export async function stopServices(): Promise<void> {
  await dispatchesSettled();
  await closeQueues();
  closeCounters();
  await closeDatabase();
}
