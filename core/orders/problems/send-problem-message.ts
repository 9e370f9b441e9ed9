import { MAX_PROBLEM_MESSAGES } from '@haat/contract/orders/order-problems';
import { problemStateAfter } from '@haat/machines/orders/order-problem.machine';
import { inTransaction } from '../../db/database.ts';
import { OrderProblemMessage } from '../../db/orders.models.ts';
import { DomainError } from '../../errors.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import type { Session } from '../../accounts/session.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isFirstRequest } from '../repeated-request.ts';
import { recordOrderEvent } from '../../activity/record-order-event.ts';
import { actorIdOf } from '../lock-order.ts';
import { lockProblem } from './lock-problem.ts';
import { type ProblemRecord, readProblem } from './problem-record.ts';
import { addMessage, markAcknowledged } from './problem-thread.ts';

const LIMIT: Limit = { name: 'problem-message', points: 60, seconds: 3600 };

type Message = { problemId: number; text: string; by: Session; key: string | undefined };

/**
 * Writes to the other side about a reported problem, once per idempotency key: the customer to the shop, the shop or the
 * operator to the customer. The shop's first message acknowledges the problem. Throws not_found, status_not_allowed in a thread
 * of a hundred messages, idempotency_conflict and rate_limited.
 */
export async function sendProblemMessage({ problemId, text, by, key }: Message): Promise<ProblemRecord> {
  await readProblem({ problemId, by });
  await countUse(LIMIT, String(by.userId));
  await inTransaction(async (client) => {
    const { orderId, state, actors } = await lockProblem(client, problemId, by);
    const { userId, sessionId } = by;
    if (!(await isFirstRequest(client, { userId, orderId, key, body: ['message', problemId, text] }))) return;
    const [actor] = actors;
    const count = await OrderProblemMessage.query(client).where({ problemId }).resultSize();
    if (!actor || !problemStateAfter(state, { type: 'message', by: actor }) || count >= MAX_PROBLEM_MESSAGES)
      throw new DomainError('status_not_allowed', 'No more messages can be sent about this problem. Please call.');
    const actorId = actorIdOf(actor, by);
    const who = { actor, actorId, sessionId };
    await addMessage(client, { problemId, kind: 'message', actor, actorId, text });
    await recordOrderEvent(client, { orderId, kind: 'problem_message', ...who, details: { problem: problemId } });
    if (actor === 'customer') {
      await notifyOfUpdate(client, {
        orderId,
        update: 'problem_reply',
        message: 'the customer wrote about the problem',
      });
      return;
    }
    if (state === 'open') await markAcknowledged(client, { problemId, orderId, ...who });
    await notifyOfUpdate(client, { orderId, update: 'problem_message', message: 'the shop wrote about the problem' });
  });
  return readProblem({ problemId, by });
}
