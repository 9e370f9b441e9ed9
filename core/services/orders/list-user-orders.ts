import { database } from '../../db/database.ts';
import { type OrderPage, type OrderRecord, pageValues } from './order-record.ts';
import { CONCERNS_CUSTOMER, NEWEST_FIRST, ORDER_RECORD } from './order-record.sql.ts';

/** The user's own orders at all shops, newest first, 200 at most. Spec section 2, order history. */
export async function listUserOrders({ userId, ...page }: OrderPage & { userId: number }): Promise<OrderRecord[]> {
  const { rows } = await database().pool.query<OrderRecord>({
    name: 'list-user-orders',
    text: `${ORDER_RECORD} WHERE o.user_id = $1 AND ${CONCERNS_CUSTOMER} ${NEWEST_FIRST}`,
    values: [userId, ...pageValues(page)],
  });
  return rows;
}
