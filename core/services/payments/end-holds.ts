import { database } from '../../db/database.ts';
import { GatewayError } from '../../errors.ts';
import { closeOrder } from './close-order.ts';
import { expireOrder } from './expire-order.ts';
import { workThrough } from './work-through.ts';

const BATCH = 10;
/** How much longer goods are kept while the provider cannot say whether they were paid. */
const GRACE_MINUTES = 30;

type Held = { id: number; isHopeless: boolean };

/**
 * Ends the orders whose time to pay has run out: lets nobody pay any more, asks whether somebody has, and gives the goods
 * back if not. A provider that does not answer keeps the goods, half an hour at most; what comes after that is returned.
 * Answers how many were looked at.
 */
export const endHolds = (): Promise<number> =>
  workThrough({
    batch: BATCH,
    claim: async () => (await database().pool.query<Held>({ name: 'claim-holds', text: CLAIM })).rows,
    act: endHold,
  });

async function endHold({ id, isHopeless }: Held): Promise<void> {
  try {
    await closeOrder({ orderId: id, source: 'sweeper' });
  } catch (error) {
    if (!(error instanceof GatewayError && isHopeless)) throw error;
  }
  await expireOrder(id);
}

const CLAIM = `
  UPDATE orders SET hold_check_at = now() + interval '30 seconds'
  WHERE id IN (
    SELECT id FROM orders
    WHERE payment_status = 'awaiting' AND held_until <= now() AND coalesce(hold_check_at, held_until) <= now()
    ORDER BY held_until LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING id, held_until < now() - interval '${GRACE_MINUTES} minutes' AS "isHopeless"`;
