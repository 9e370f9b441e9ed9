import { closeDatabase } from '../db/database.ts';
import { closeQueues } from '../jobs/queues.ts';
import { dispatched } from '../outbox/dispatch-soon.ts';

/** Ends what services leave open in a test: the jobs under way, the queues, the database. */
export async function stopServices(): Promise<void> {
  await dispatched();
  await closeQueues();
  await closeDatabase();
}
