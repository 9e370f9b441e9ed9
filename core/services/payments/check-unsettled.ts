import { database } from '../../db/database.ts';
import { settlePayment } from './settle-payment.ts';
import { workThrough } from './work-through.ts';

const BATCH = 10;

/**
 * Asks about payments that nobody has told us the end of: 15 seconds after they began, then at growing distances up to an
 * hour, for three days. Money can still come for what was given up. Answers how many were asked about.
 */
export const checkUnsettled = (): Promise<number> =>
  workThrough({
    batch: BATCH,
    claim: async () => (await database().pool.query<{ id: number }>({ name: 'claim-unsettled', text: CLAIM })).rows,
    act: async ({ id }) => void (await settlePayment({ paymentId: id, source: 'sweeper' })),
  });

// Their next turn is taken before anybody is asked, so that two workers never ask about one at once.
const CLAIM = `
  UPDATE payments SET checks = checks + 1,
    next_check_at = CASE WHEN created_at < now() - interval '3 days' THEN 'infinity'
      ELSE now() + least(interval '15 seconds' * 2 ^ least(checks + 1, 10), interval '1 hour') END
  WHERE id IN (
    SELECT id FROM payments WHERE state IN ('created', 'failed') AND next_check_at <= now()
    ORDER BY next_check_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING id`;
