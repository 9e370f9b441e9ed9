import { problemStateAfter } from '@haat/machines/orders/order-problem.machine';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { lockProblem } from './lock-problem.ts';
import { type ProblemRecord, readProblem } from './problem-record.ts';
import { addMessage, markAcknowledged } from './problem-thread.ts';

/**
 * Acknowledges a reported problem for its shop or the operator, so that the customer knows it is being looked at. Repeating it
 * changes nothing and is no error. Throws not_found, and status_not_allowed for one that is solved.
 */
export async function acknowledgeProblem({
  problemId,
  by,
}: {
  problemId: number;
  by: Session;
}): Promise<ProblemRecord> {
  await inTransaction(async (client) => {
    const { orderId, state, actors } = await lockProblem(client, problemId, by);
    const actor = actors.find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Problem not found');
    if (state === 'acknowledged') return;
    if (!problemStateAfter(state, { type: 'acknowledge', by: actor }))
      throw new DomainError('status_not_allowed', 'This problem was already answered.');
    const { actorId, sessionId } = by;
    await addMessage(client, { problemId, kind: 'acknowledged', actor, actorId, text: undefined });
    await markAcknowledged(client, { problemId, orderId, actor, actorId, sessionId });
  });
  return readProblem({ problemId, by });
}
