import { database } from '../../db/database.ts';
import { settlePayment } from './settle-payment.ts';

type Wanted = { userId: number; totalPaise: number };

/**
 * Money of the user that is exactly so much and that no order has taken: for a client that pays first and orders then. What
 * may have been paid meanwhile is asked for. Throws GatewayError when it cannot be asked. Spec section 4.
 */
export async function findUnusedPayment(wanted: Wanted): Promise<number | undefined> {
  const found = await findPaid(wanted);
  if (found !== undefined) return found;
  const { rows } = await database().pool.query<{ id: number }>(OPEN, [wanted.userId, wanted.totalPaise]);
  for (const { id } of rows) await settlePayment({ paymentId: id, source: 'order' });
  // Also where there was none to ask about: somebody may have asked since we looked.
  return findPaid(wanted);
}

async function findPaid({ userId, totalPaise }: Wanted): Promise<number | undefined> {
  const { rows } = await database().pool.query<{ id: number }>(PAID, [userId, totalPaise]);
  return rows[0]?.id;
}

const PAID = `
  SELECT id FROM payments WHERE order_id IS NULL AND state = 'paid' AND user_id = $1 AND amount_paise = $2
  ORDER BY id LIMIT 1`;

const OPEN = `
  SELECT id FROM payments
  WHERE order_id IS NULL AND state = 'created' AND user_id = $1 AND amount_paise = $2
    AND provider_order_id IS NOT NULL AND created_at > now() - interval '30 minutes'
  ORDER BY id DESC LIMIT 3`;
