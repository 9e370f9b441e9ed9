import { inTransaction, many, sql } from '../db/database.ts';
import { GatewayError } from '../errors.ts';
import type { OutboxEntry } from '../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../queue/outbox.ts';
import { signalCatalog } from '../catalog/change-catalog.ts';
import { isNotPutOff } from '../queue/failed-items.ts';
import { processInBatches } from '../queue/process-in-batches.ts';
import { expireReservation } from './expire-reservation.ts';
import { closeOrderPayments } from './settle-payment.ts';

const BATCH = 10;
/** How much longer stock stays reserved while the provider cannot say whether it was paid. */
const GRACE_MINUTES = 30;

type Overdue = { id: number; isGraceOver: boolean };

/**
 * Ends the orders whose time to pay has run out: closes their payments, settles paid ones, and releases the stock of the others.
 * While a provider cannot be reached the stock stays reserved, for half an hour at most; money that arrives later is refunded.
 * Returns how many orders were processed.
 */
export const releaseOverdueReservations = (): Promise<number> =>
  processInBatches({
    processor: 'release-reservations',
    batch: BATCH,
    claim: () => many(CLAIM_OVERDUE, {}),
    idOf: ({ id }) => id,
    process: release,
  });

async function release({ id, isGraceOver }: Overdue): Promise<void> {
  try {
    await closeOrderPayments({ orderId: id, source: 'sweeper' });
  } catch (error) {
    if (!(error instanceof GatewayError && isGraceOver)) throw error;
  }
  await expireOrder(id, { notifies: true });
}

/**
 * Expires an order that was not paid in time, which is final, and releases its stock. Does nothing to any other order.
 * `notifies`: the customer is notified; not when they replace the order themselves. Returns whether it expired.
 */
export async function expireOrder(orderId: number, { notifies = false } = {}): Promise<boolean> {
  const changed = await inTransaction(async (client) => {
    const released = await expireReservation(client, { orderId, atOnce: false });
    if (!released) return undefined;
    if (notifies) dispatchAfterCommit(client, ...(await many(NOTIFY_OF_EXPIRY, { orderId }, client)));
    return released;
  });
  if (changed) signalCatalog(changed.shopId, changed.version);
  return changed !== undefined;
}

const CLAIM_OVERDUE = sql<object, Overdue>(
  `
  UPDATE orders SET reservation_check_at = now() + interval '30 seconds'
  WHERE id IN (
    SELECT id FROM orders
    WHERE payment_status = 'awaiting' AND reserved_until <= now() AND coalesce(reservation_check_at, reserved_until) <= now()
      AND ${isNotPutOff('release-reservations', 'id')}
    ORDER BY reserved_until LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING id, reserved_until < now() - interval '${GRACE_MINUTES} minutes' AS is_grace_over`,
);

// A payment that arrived too late has been closed by then, and its refund is announced instead.
const NOTIFY_OF_EXPIRY = sql<{ orderId: number }, OutboxEntry>(
  `
  WITH expired AS (
    SELECT o.id, o.user_id, o.order_number FROM orders o
    WHERE o.id = :orderId::bigint
      AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.state IN ('refund_due', 'refunded'))
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM expired
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message)
    SELECT feed.name, feed.seq, expired.id, 'order.expired', 'Order ' || expired.order_number || ' expired unpaid'
    FROM feed, expired
  )
  INSERT INTO outbox (topic, subject_id) SELECT 'order.expired', id FROM expired RETURNING id, topic, subject_id`,
);
