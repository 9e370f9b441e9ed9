import type { OrderCountsView } from '@haat/contract/api/orders.schema';
import { MOST_COUNTED } from '@haat/contract/rules/order-search';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { database } from '../../db/database.ts';
import { type Session } from '../auth/session.ts';
import { IS_REAL } from './order-record.sql.ts';
import { requireShopOrders } from './require-shop-orders.ts';

/**
 * How many orders of a shop have each status, counted to 1000 and no further. Throws forbidden like `listShopOrders`.
 * Spec section 2, shop order history.
 */
export async function countShopOrders(by: Session, shopId: number): Promise<OrderCountsView> {
  requireShopOrders(by, shopId);
  const { rows } = await database().pool.query<{ status: OrderStatus; count: number }>({
    name: 'count-shop-orders',
    text: COUNT_SHOP_ORDERS,
    values: [shopId, ORDER_STATUSES, MOST_COUNTED],
  });
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as OrderCountsView;
}

/** $1 shop, $2 the statuses, $3 where counting ends. */
export const COUNT_SHOP_ORDERS = `
  SELECT wanted.status, (
    SELECT count(*) FROM (
      SELECT FROM orders o WHERE o.shop_id = $1 AND o.status = wanted.status AND ${IS_REAL} LIMIT $3
    ) counted
  ) AS count
  FROM unnest($2::text[]) AS wanted (status)`;
