import { many, run, sql } from '../../db/database.ts';
import { GatewayError } from '../../errors.ts';
import { expireOrder } from '../payments/reservations.ts';
import { closeOrderPayments } from '../payments/settle-payment.ts';
import {
  CART_LINES,
  type CartLineParams,
  type OrderRequest,
  toCartLineParams,
  VARIANT_OF_LINE,
} from './order-request.ts';

/**
 * Expires the user's own orders that await their payment and reserve stock of these lines, so that nobody blocks their
 * own next order. Orders that were paid meanwhile stay, as do those whose provider cannot be reached; and none expires
 * where all of them together would not free enough. Returns whether stock was released.
 */
export async function releaseOwnReservations({
  userId,
  lines,
}: Pick<OrderRequest, 'userId' | 'lines'>): Promise<boolean> {
  let isReleased = false;
  for (const { id } of await many(OWN_RESERVATIONS, { ...toCartLineParams(lines), userId })) {
    isReleased = (await release(id)) || isReleased;
  }
  return isReleased;
}

async function release(orderId: number): Promise<boolean> {
  try {
    await closeOrderPayments({ orderId, source: 'order' });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return false;
  }
  await run(END_NOW, { orderId });
  return expireOrder(orderId);
}

const OWN_RESERVATIONS = sql<CartLineParams & { userId: number }, { id: number }>(
  `
  WITH reserved AS (
    SELECT o.id, i.variant_id, i.quantity FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.user_id = :userId::bigint AND o.payment_status = 'awaiting'
  ), requested AS (
    SELECT v.id, v.stock - line.quantity + coalesce((SELECT sum(quantity) FROM reserved WHERE variant_id = v.id), 0) AS rest
    FROM ${CART_LINES} JOIN variants v ON ${VARIANT_OF_LINE}
  )
  SELECT DISTINCT reserved.id FROM reserved JOIN requested ON requested.id = reserved.variant_id
  WHERE (SELECT min(rest) FROM requested) >= 0 ORDER BY reserved.id`,
  'own-reservations',
);

const END_NOW = sql<{ orderId: number }>(
  `UPDATE orders SET reserved_until = least(reserved_until, now()) WHERE id = :orderId AND payment_status = 'awaiting'`,
  'end-reservation-now',
);
