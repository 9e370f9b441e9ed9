import { database } from '../../db/database.ts';
import { GatewayError } from '../../errors.ts';
import { closeOrder } from './close-order.ts';
import { expireOrder } from './expire-order.ts';

type Wanted = { userId: number; lines: readonly { productId: number }[] };

/**
 * Ends the user's own orders that wait for their money and hold some of these goods: whoever orders them anew, by cash for
 * instance, must not be in their own way. What was paid meanwhile stays an order, and so does what a provider cannot be
 * asked about. Answers whether goods have come free.
 */
export async function giveUpHolds({ userId, lines }: Wanted): Promise<boolean> {
  const values = [userId, lines.map(({ productId }) => productId)];
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
  SELECT id FROM orders o
  WHERE o.user_id = $1 AND o.payment_status = 'awaiting'
    AND EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND i.product_id = ANY($2::bigint[]))
  ORDER BY id`;

const END_NOW = `UPDATE orders SET held_until = least(held_until, now()) WHERE id = $1 AND payment_status = 'awaiting'`;
