import type { ProblemAnswer } from '@haat/contract/orders/problems.calls';
import type { RefundParts } from '@haat/contract/payments/refund';
import { toPaise } from '@haat/contract/rupees';
import { type ProblemEvent, problemStateAfter } from '@haat/machines/orders/order-problem.machine';
import type { PoolClient } from 'pg';
import { inRetriedTransaction, many, one, sql } from '../../db/database.ts';
import { OrderProblem, OrderProblemLine } from '../../db/orders.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError, invalidField } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { catalogVersion, signalCatalog } from '../../catalog/change-catalog.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isFirstRequest } from '../repeated-request.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';
import { type ItemQuantity, placeReplacement } from '../place/place-replacement.ts';
import { lockStock } from '../../stock/lock-stock.ts';
import { returnToStock } from '../adjust/return-to-stock.ts';
import { refundPart } from '../../payments/refund-part.ts';
import { lockProblem, type LockedProblem } from './lock-problem.ts';
import { type ProblemRecord, readProblem } from './problem-record.ts';
import { addMessage, markAcknowledged } from './problem-thread.ts';

type Request = { problemId: number; answer: ProblemAnswer; by: Session; key: string | undefined };

const EVENTS = { refund: 'refund', replacement: 'replace', refusal: 'refuse' } as const satisfies Record<
  ProblemAnswer['answer'],
  ProblemEvent['type']
>;

/**
 * Answers a reported problem, for its shop or the operator, once per idempotency key: with a refund of a part of the order, with
 * another order of the lines at no charge, or with a refusal. What came back is on sale again. The customer is notified. Throws
 * not_found, status_not_allowed for a problem that is answered, or for a refund when nothing was paid, invalid_input for lines that
 * are not of the order, `refund_too_high` with the rupees that are `left`, out_of_stock, and idempotency_conflict.
 */
export async function answerProblem({ problemId, answer, by, key }: Request): Promise<ProblemRecord> {
  const answered = await inRetriedTransaction(async (client) => {
    const problem = await lockProblem(client, problemId, by);
    const { orderId, order } = problem;
    const actor = problem.actors.find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Problem not found');
    const { userId, actorId, sessionId } = by;
    if (!(await isFirstRequest(client, { userId, orderId, key, body: ['answer', problemId, answer] })))
      return undefined;

    const to = problemStateAfter(problem.state, { type: EVENTS[answer.answer], by: actor });
    if (!to) throw new DomainError('status_not_allowed', 'This problem was already answered.');
    const answering = { client, problem, who: { actor, actorId, sessionId } };
    if (answer.answer === 'replacement' || answer.returned?.length) await lockStock(client, orderId);
    if (problem.state === 'open') await markAcknowledged(client, { problemId, orderId, ...answering.who });
    const refunded = answer.answer === 'refund' ? await refund(answering, answer) : undefined;
    const refundPaise = refunded && refunded.onlinePaise + refunded.cashPaise;
    const replacementId = answer.answer === 'replacement' ? await replace(answering, answer) : undefined;
    const hasReturned = await takeBack(answering, answer.returned ?? []);

    await OrderProblem.query(client)
      .findById(problemId)
      .patch({ state: to, solvedAt: NOW, refundPaise, replacementOrderId: replacementId, remindAt: null });
    await addMessage(client, {
      problemId,
      kind: to as 'refunded' | 'replaced' | 'refused',
      actor,
      actorId,
      text: answer.text,
    });
    const details = {
      problem: problemId,
      state: to,
      ...(refundPaise !== undefined && { paise: refundPaise }),
      ...(replacementId !== undefined && { replacement: replacementId }),
    };
    await recordOrderEvent(client, { orderId, kind: 'problem_answered', ...answering.who, details });
    const message = 'the shop has answered the problem';
    await notifyOfUpdate(client, { orderId, update: 'problem_answered', message });
    const changesStock = hasReturned || replacementId !== undefined;
    return {
      shopId: order.shopId,
      version: changesStock ? await catalogVersion(client, order.shopId) : undefined,
    };
  });
  if (answered?.version !== undefined) signalCatalog(answered.shopId, answered.version);
  return readProblem({ problemId, by });
}

type Answering = { client: PoolClient; problem: LockedProblem; who: EventActor & { actorId: number } };

async function refund(
  { client, problem, who }: Answering,
  { amount, text }: Extract<ProblemAnswer, { answer: 'refund' }>,
): Promise<RefundParts> {
  const amountPaise = toPaise(amount);
  const given = { orderId: problem.orderId, amountPaise, reason: 'problem', text, by: who } as const;
  const refunded = await refundPart(client, given);
  if (!refunded) throw new DomainError('status_not_allowed', 'Nothing was paid for this order yet.');
  return refunded;
}

async function replace({ client, problem, who }: Answering, answer: Extract<ProblemAnswer, { answer: 'replacement' }>) {
  // A deleted account cannot receive it, and its address is erased. The lock keeps the account until the order is placed.
  const { userId } = problem.order;
  if (userId === null || !(await one(LOCK_CUSTOMER, { userId }, client)))
    throw new DomainError('status_not_allowed', 'The customer has deleted the account. Refund the money instead.');
  const reported = await many(LIST_REPORTED, { problemId: problem.id }, client);
  const lines = answer.lines?.map(toItemQuantity) ?? reported;
  const ordered = await many(LIST_ORDERED, { orderId: problem.orderId }, client);
  if (!lines.every((line) => isWithin(line, ordered)))
    throw invalidField('lines', 'must be lines of the order, and no more of each than ordered');
  return placeReplacement(client, { orderId: problem.orderId, lines, by: who });
}

/** Returns whether anything came back. */
async function takeBack(
  { client, problem }: Answering,
  given: NonNullable<ProblemAnswer['returned']>,
): Promise<boolean> {
  const lines = given.map(toItemQuantity);
  const reported = await many(LIST_REPORTED, { problemId: problem.id }, client);
  if (!lines.every((line) => isWithin(line, reported)))
    throw invalidField('returned', 'must be lines of the problem, and no more of each than reported');
  if (lines.length === 0) return false;
  // The operator who overrules a refusal may have got them later.
  for (const { itemId, quantity } of lines)
    await OrderProblemLine.query(client).findById([problem.id, itemId]).increment('returned', quantity);
  if (await one(FIND_RETURNED_TOO_OFTEN, { problemId: problem.id }, client))
    throw invalidField('returned', 'must be no more of each than reported and ordered, with what came back before');
  await returnToStock(client, { problemId: problem.id, lines });
  return true;
}

const toItemQuantity = ({ item_id: itemId, quantity }: { item_id: number; quantity: number }): ItemQuantity => ({
  itemId,
  quantity,
});

const isWithin = ({ itemId, quantity }: ItemQuantity, lines: ItemQuantity[]): boolean =>
  lines.some((line) => line.itemId === itemId && quantity <= line.quantity);

const LOCK_CUSTOMER = sql<{ userId: number }, { id: number }>(
  'SELECT id FROM users WHERE id = :userId AND deleted_at IS NULL FOR KEY SHARE',
);

const LIST_REPORTED = sql<{ problemId: number }, ItemQuantity>(
  'SELECT order_item_id AS item_id, quantity FROM order_problem_lines WHERE problem_id = :problemId',
);

const LIST_ORDERED = sql<{ orderId: number }, ItemQuantity>(
  'SELECT id AS item_id, quantity FROM order_items WHERE order_id = :orderId',
);

const FIND_RETURNED_TOO_OFTEN = sql<{ problemId: number }, { id: number }>(`
  SELECT i.id FROM order_problem_lines l JOIN order_items i ON i.id = l.order_item_id
  WHERE l.problem_id = :problemId AND (l.quantity < l.returned
    OR i.quantity < (SELECT sum(returned) FROM order_problem_lines every WHERE every.order_item_id = i.id))
  LIMIT 1`);
