import { inTransaction } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { recordOrderEvent } from '../activity/record-order-event.ts';
import { getActors, lockOrder } from './lock-order.ts';

type Print = { orderId: number; revision: number; by: Session };

/**
 * Records, for the timeline of an order, that a member of its shop or the operator has printed a receipt of it. Throws not_found, also
 * for orders of other shops, and invalid_input for a revision that the order does not have.
 */
export async function recordPrint({ orderId, revision, by }: Print): Promise<void> {
  await inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    const actor = getActors(order, by).find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Order not found');
    if (revision > order.revision) throw invalidField('revision', 'must be a revision of the order');
    const { actorId, sessionId } = by;
    await recordOrderEvent(client, {
      orderId,
      kind: 'printed',
      actor,
      actorId,
      sessionId,
      details: { printed: revision },
    });
  });
}
