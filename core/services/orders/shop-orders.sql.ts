import { IS_REAL, SHOP_ORDER_RECORD } from './order-record.sql.ts';

type Wanted = { ofStatus: boolean; inNumbers: boolean; inPhones?: boolean | undefined };

/**
 * $1 shop, $2 the id to end before or null, $3 how many at most, then the status and the pattern of the digits where they
 * are wanted. The page is found in an index alone, and only its orders are read: each question is a statement of its
 * own, so that its plan is made once.
 */
export function shopOrdersSql({ ofStatus, inNumbers, inPhones }: Wanted): { name: string; text: string } {
  const pattern = `$${ofStatus ? 5 : 4}::text`;
  const phone = inPhones ? ` OR o.customer_phone LIKE ${pattern}` : '';
  const conditions = [
    `o.shop_id = $1 AND ${IS_REAL} AND o.id < coalesce($2::bigint, 9223372036854775807)`,
    ...(ofStatus ? ['o.status = $4::text'] : []),
    ...(inNumbers ? [`(o.order_number LIKE ${pattern}${phone})`] : []),
  ];
  const page = `SELECT o.id FROM orders o WHERE ${conditions.join(' AND ')} ORDER BY o.id DESC LIMIT $3`;
  const name = ['list-shop-orders', ofStatus && 'status', inNumbers && 'number', inPhones && 'phone'];
  return {
    name: name.filter(Boolean).join('-'),
    text: `${SHOP_ORDER_RECORD} WHERE o.id = ANY (ARRAY(${page})) ORDER BY o.id DESC`,
  };
}
