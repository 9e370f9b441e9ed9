import { inTransaction, many, one, sql } from '../../db/database.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isNotPutOff } from '../../queue/failed-items.ts';
import { processInBatches } from '../../queue/process-in-batches.ts';
import { addProblemNotices } from './problem-notices.ts';

const BATCH = 20;

/**
 * Reminds shops of problems that wait for them: a day before one has to be acknowledged, and five days before it has to be
 * solved. Safe to run concurrently on any number of workers. Returns the number of due reminders.
 */
export const remindOfProblems = (): Promise<number> =>
  processInBatches({
    processor: 'remind-of-problems',
    batch: BATCH,
    claim: () => many(LIST_DUE, {}),
    idOf: ({ problemId }) => problemId,
    process: remind,
  });

async function remind({ problemId }: { problemId: number }): Promise<void> {
  await inTransaction(async (client) => {
    // Another worker, or the shop, may have been first.
    const due = await one(CLAIM, { problemId }, client);
    if (!due) return;
    const message = 'the reported problem is waiting for an answer';
    await notifyOfUpdate(client, { orderId: due.orderId, update: 'problem_waiting', message });
    await addProblemNotices(client, { problemId, isReminder: true });
  });
}

const IS_DUE = 'solved_at IS NULL AND remind_at <= now()';

const LIST_DUE = sql<object, { problemId: number }>(
  `SELECT id AS problem_id FROM order_problems WHERE ${IS_DUE} AND ${isNotPutOff('remind-of-problems', 'id')}
   ORDER BY remind_at LIMIT ${BATCH}`,
);

// An open one is reminded of again when it is acknowledged and still not solved.
const CLAIM = sql<{ problemId: number }, { orderId: number }>(
  `UPDATE order_problems SET remind_at = NULL WHERE id = :problemId AND ${IS_DUE} RETURNING order_id`,
);
