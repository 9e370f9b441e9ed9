import type { PoolClient } from 'pg';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { announcement } from './announcement.sql.ts';
import { orderSummary } from './order-summary.ts';

/**
 * Makes an order that waited for its money, and whose row the transaction has locked, the business of its shop: paid, in
 * the shop's feed and in the outbox, as an order paid in cash is from the start. Answers what to dispatch after the commit.
 */
export async function markOrderPaid(client: PoolClient, orderId: number): Promise<OutboxEntry> {
  const { rows: counted } = await client.query<{ count: number; totalPaise: number }>(COUNT_ITEMS, [orderId]);
  const { count = 0, totalPaise = 0 } = counted[0] ?? {};
  const values = [orderId, count, orderSummary(count, totalPaise)];
  const { rows } = await client.query<{ id: number }>({ name: 'mark-order-paid', text: MARK_PAID, values });
  const box = rows[0];
  if (!box) throw new Error(`Order ${orderId} does not wait for its money`);
  return { id: box.id, topic: 'order.placed', subjectId: orderId };
}

const COUNT_ITEMS = `
  SELECT sum(i.quantity)::int AS count, o.total_paise AS "totalPaise"
  FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = $1 GROUP BY o.id`;

/** $1 order, $2 how many items it has, $3 the end of the shop's message. */
const MARK_PAID = `
  WITH paid AS (
    UPDATE orders SET payment_status = 'paid' WHERE id = $1::bigint AND payment_status = 'awaiting'
    RETURNING id, order_number, shop_id, total_paise, customer_name, customer_phone, address
  ), ${announcement({ order: 'paid', itemCount: '$2::int', summary: '$3::text' })}
  SELECT id FROM box`;
