import { isAllowed } from '@haat/machines/orders/order.machine';
import { inTransaction } from '../../db/database.ts';
import { Order } from '../../db/orders.models.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { findOrder } from './end-order.ts';
import { getActors, lockOrder } from '../lock-order.ts';
import { recordOrderEvent } from '../../activity/record-order-event.ts';
import type { OrderRecord } from '../order-record.ts';
import { readyTime } from './ready-time.ts';

type Request = { orderId: number; by: Session; readyInMinutes: number };

/**
 * Promises another time for an accepted order, for a member of its shop or the operator, and notifies the customer. Throws
 * not_found, also for orders of other shops, and status_not_allowed.
 */
export async function promiseTime({ orderId, by, readyInMinutes }: Request): Promise<OrderRecord> {
  await inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    const actor = getActors(order, by).find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Order not found');
    if (!isAllowed(order, { type: 'promise', by: actor, at: order.now }))
      throw new DomainError(
        'status_not_allowed',
        'A time can only be promised for an accepted order that is not ready yet.',
      );
    const promisedAt = readyTime(order.preparation, readyInMinutes);
    await Order.query(client).findById(orderId).patch({ promisedAt });
    const { actorId, sessionId } = by;
    const details = { at: promisedAt.toISOString() };
    await recordOrderEvent(client, { orderId, kind: 'promised', actor, actorId, sessionId, details });
    await notifyOfUpdate(client, { orderId, update: 'promised', message: 'the shop has promised a new time' });
  });
  return findOrder(orderId, by);
}
