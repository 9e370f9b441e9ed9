import { many, sql } from '../db/database.ts';
import { processInBatches } from '../queue/process-in-batches.ts';
import { payRefunds } from './pay-refunds.ts';
import { refundUnusedPayments } from './refunds.ts';
import { releaseOverdueReservations } from './release-reservations.ts';
import { settlePayment } from './settle-payment.ts';
import { retryWebhooks } from './webhooks.ts';

/**
 * Completes work that neither a browser nor a webhook completed: orders not paid in time, payments whose customer did not
 * return, unused payments, refunds, and failed webhook events. Safe to run concurrently on any number of workers. A kind that
 * fails does not hinder the others; its error is thrown afterwards.
 */
export async function sweepPayments(): Promise<void> {
  const results = await Promise.allSettled([
    releaseOverdueReservations(),
    checkOpenPayments(),
    // A refund that is decided here is paid in the same sweep.
    refundUnusedPayments().then(payRefunds),
    retryWebhooks(),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

const BATCH = 10;

/**
 * Settles open payments 15 seconds after they began, then at growing intervals up to an hour, for three days: money can
 * still arrive for a payment that has failed. Returns how many were checked.
 */
const checkOpenPayments = (): Promise<number> =>
  processInBatches({
    processor: 'check-payments',
    batch: BATCH,
    claim: () => many(CLAIM_OPEN, {}),
    idOf: ({ id }) => id,
    process: async ({ id }) => void (await settlePayment({ paymentId: id, source: 'sweeper' })),
  });

// Claiming sets the next check, so that no two workers ask about the same payment.
const CLAIM_OPEN = sql<object, { id: number }>(
  `
  UPDATE payments SET checks = checks + 1,
    next_check_at = CASE WHEN created_at < now() - interval '3 days' THEN 'infinity'
      ELSE now() + least(interval '15 seconds' * 2 ^ least(checks + 1, 10), interval '1 hour') END
  WHERE id IN (
    SELECT id FROM payments WHERE state IN ('created', 'failed') AND next_check_at <= now()
    ORDER BY next_check_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING id`,
);
