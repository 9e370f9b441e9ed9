import { LONGEST_LAST_CALL_MS } from '@haat/contract/orders/acceptance';
import { inTransaction, many, run, sql } from '../../db/database.ts';
import { isNotPutOff } from '../../queue/failed-items.ts';
import { processInBatches } from '../../queue/process-in-batches.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { recordOrderEvent } from '../../activity/record-order-event.ts';

const BATCH = 20;

/**
 * Calls shops once more about orders that expire soon, on their screens, which ring again although they were silenced, and on
 * the devices of the team. Safe to run concurrently on any number of workers; each order is called once. Returns their number.
 */
export async function sendLastCalls(): Promise<number> {
  let called = 0;
  await processInBatches({
    processor: 'send-last-calls',
    batch: BATCH,
    claim: () => many(LIST_DUE, {}),
    idOf: ({ id }) => id,
    process: async ({ id }) => void (called += Number(await callOnceMore(id))),
  });
  return called;
}

async function callOnceMore(orderId: number): Promise<boolean> {
  return inTransaction(async (client) => {
    // Another worker, or the shop, may have been first.
    if ((await run(MARK_CALLED, { orderId }, client)) === 0) return false;
    const details = { channel: 'push' };
    await recordOrderEvent(client, { orderId, kind: 'alerted', actor: 'clock', actorId: null, details });
    const message = 'expires soon if the shop does not accept it';
    await notifyOfUpdate(client, { orderId, update: 'last_call', message });
    return true;
  });
}

// The index of the orders that wait is by `accept_by`.
const LIST_DUE = sql<object, { id: number }>(
  `SELECT id FROM orders
   WHERE status = 'Pending' AND payment_status NOT IN ('awaiting', 'expired') AND last_call_at <= now()
     AND ${isNotPutOff('send-last-calls', 'id')} AND accept_by > now() AND accept_by <= now() + interval '${LONGEST_LAST_CALL_MS / 1000} seconds'
   ORDER BY accept_by LIMIT ${BATCH}`,
);

const MARK_CALLED = sql<{ orderId: number }>(
  `UPDATE orders SET last_call_at = NULL
   WHERE id = :orderId AND status = 'Pending' AND last_call_at <= now() AND accept_by > now()`,
);
