import { type CUSTOMER_REASONS, CANCELLATION_ANSWER_MINUTES } from '@haat/contract/orders/order-reasons';
import { isAllowed, statusAfter } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isNotPutOff } from '../../queue/failed-items.ts';
import { processInBatches } from '../../queue/process-in-batches.ts';
import { closeRequest, endWhen, findOrder } from './end-order.ts';
import { getActors, lockOrder } from '../lock-order.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';
import type { OrderRecord } from '../order-record.ts';

type Changed = { order: OrderRecord; changed: boolean };
type Request = { orderId: number; by: Session; reason: (typeof CUSTOMER_REASONS)[number]; text?: string | undefined };

/**
 * Asks the shop, for the customer of an accepted order, to cancel it after the grace period. Once per order; asking again while
 * the shop has not answered changes nothing and is no error. Throws not_found, also for orders of others, and status_not_allowed.
 */
export async function requestCancellation({ orderId, by, reason, text }: Request): Promise<Changed> {
  const changed = await inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    if (order.userId !== by.userId) throw new DomainError('not_found', 'Order not found');
    if (order.cancellation === 'open') return false;
    if (!isAllowed(order, { type: 'requestCancellation', by: 'customer', at: order.now })) throw refusal(order);
    await run(ADD_REQUEST, { orderId, reason, text, minutes: CANCELLATION_ANSWER_MINUTES }, client);
    const who = { actor: 'customer', actorId: by.userId, sessionId: by.sessionId } as const;
    await recordOrderEvent(client, { orderId, kind: 'cancellation_requested', reason, ...who });
    const message = 'the customer asks to cancel';
    await notifyOfUpdate(client, { orderId, update: 'cancellation_requested', message });
    return true;
  });
  return { order: await findOrder(orderId, by), changed };
}

function refusal(order: Parameters<typeof statusAfter>[0] & { now: number }): DomainError {
  const canCancel = statusAfter(order, { type: 'cancel', by: 'customer', at: order.now }) !== undefined;
  if (canCancel) return new DomainError('status_not_allowed', 'You can cancel this order without asking.');
  return new DomainError('status_not_allowed', 'This order can no longer be cancelled. Please call the shop.');
}

const ADD_REQUEST = sql<{ orderId: number; reason: string; text: string | undefined; minutes: number }>(
  `INSERT INTO cancellation_requests (order_id, reason, reason_text, answer_by)
   VALUES (:orderId, :reason, :text, now() + make_interval(mins => :minutes))`,
);

/**
 * Answers that request, for the shop: cancels the order, or refuses to. Repeating an answer changes nothing and is no error.
 * Throws not_found, also for orders of other shops, and status_not_allowed when nothing was asked or the answer is another one.
 */
export async function answerCancellation(request: { orderId: number; by: Session; cancel: boolean }): Promise<Changed> {
  const { orderId, by, cancel } = request;
  const changed = cancel ? await grant(orderId, by) : await refuse(orderId, by);
  return { order: await findOrder(orderId, by), changed };
}

const grant = (orderId: number, by: Session): Promise<boolean> =>
  endWhen(orderId, (order) => {
    const actor = getActors(order, by).find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Order not found');
    const { cancellation, requestReason } = order;
    if (cancellation === 'granted') return undefined;
    if (cancellation !== 'open' || !requestReason) throw notAsked();
    const { actorId, sessionId } = by;
    // The customer's own words stay in the request: the event is the shop's, and kept.
    return { type: 'cancel', by: actor, actorId, sessionId, reason: requestReason };
  });

async function refuse(orderId: number, by: Session): Promise<boolean> {
  return inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    const actor = getActors(order, by).find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Order not found');
    if (order.cancellation === 'refused') return false;
    if (!isAllowed(order, { type: 'refuseCancellation', by: actor, at: order.now })) throw notAsked();
    await recordRefusal(client, orderId, { actor, actorId: by.actorId, sessionId: by.sessionId });
    return true;
  });
}

const notAsked = () =>
  new DomainError(
    'status_not_allowed',
    'There is no open request to cancel this order. It may already have been answered.',
  );

async function recordRefusal(client: PoolClient, orderId: number, who: EventActor): Promise<void> {
  await closeRequest(client, orderId, 'refused');
  await recordOrderEvent(client, { orderId, kind: 'cancellation_refused', ...who });
  const message = 'the shop can no longer cancel it';
  await notifyOfUpdate(client, { orderId, update: 'cancellation_refused', message });
}

const BATCH = 20;

/** Refuses requests that were not answered in time. Safe to run concurrently on any number of workers. Returns their number. */
export async function refuseUnansweredCancellations(): Promise<number> {
  let refused = 0;
  await processInBatches({
    processor: 'refuse-cancellations',
    batch: BATCH,
    claim: () => many(LIST_DUE, {}),
    idOf: ({ orderId }) => orderId,
    process: async ({ orderId }) => {
      if (await refuseUnanswered(orderId)) refused += 1;
    },
  });
  return refused;
}

async function refuseUnanswered(orderId: number): Promise<boolean> {
  return inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    // Another worker, or the shop, may have been first.
    if (order.cancellation !== 'open') return false;
    const isNotified = order.status === 'Accepted';
    if (isNotified) await recordRefusal(client, orderId, { actor: 'clock', actorId: null });
    else await closeRequest(client, orderId, 'refused');
    return isNotified;
  });
}

const LIST_DUE = sql<object, { orderId: number }>(
  `SELECT order_id FROM cancellation_requests WHERE state = 'open' AND answer_by <= now()
     AND ${isNotPutOff('refuse-cancellations', 'order_id')} ORDER BY answer_by LIMIT ${BATCH}`,
);
