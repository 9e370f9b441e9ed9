import { database } from '../../db/database.ts';
import { GatewayError } from '../../errors.ts';
import { LINES, VARIANT_OF_LINE } from '../orders/cart-lines.sql.ts';
import { lineArrays } from '../orders/line-arrays.ts';
import type { WantedOrder } from '../orders/wanted-order.ts';
import { closeOrder } from './close-order.ts';
import { expireOrder } from './expire-order.ts';

/**
 * Ends the user's own orders that wait for their money and hold some of these goods: whoever orders them anew, by cash for
 * instance, must not be in their own way. What was paid meanwhile stays an order, and so does what a provider cannot be
 * asked about; and nothing is given up where it would not be enough. Answers whether goods have come free.
 */
export async function giveUpHolds({ userId, lines }: Pick<WantedOrder, 'userId' | 'lines'>): Promise<boolean> {
  const values = [...lineArrays(lines), userId];
  const { rows } = await database().pool.query<{ id: number }>({ name: 'own-holds', text: OWN_HOLDS, values });
  let isFree = false;
  for (const { id } of rows) isFree = (await giveUp(id)) || isFree;
  return isFree;
}

async function giveUp(orderId: number): Promise<boolean> {
  try {
    await closeOrder({ orderId, source: 'order' });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return false;
  }
  await database().pool.query({ name: 'end-hold-now', text: END_NOW, values: [orderId] });
  return expireOrder(orderId);
}

const OWN_HOLDS = `
  WITH held AS (
    SELECT o.id, i.variant_id, i.quantity FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.user_id = $7::bigint AND o.payment_status = 'awaiting'
  ), wanted AS (
    SELECT v.id, v.stock - line.quantity + coalesce((SELECT sum(quantity) FROM held WHERE variant_id = v.id), 0) AS rest
    FROM ${LINES} JOIN variants v ON ${VARIANT_OF_LINE}
  )
  SELECT DISTINCT held.id FROM held JOIN wanted ON wanted.id = held.variant_id
  WHERE (SELECT min(rest) FROM wanted) >= 0 ORDER BY held.id`;

const END_NOW = `UPDATE orders SET held_until = least(held_until, now()) WHERE id = $1 AND payment_status = 'awaiting'`;
