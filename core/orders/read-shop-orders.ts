import { anyOf, database, many, sql } from '../db/database.ts';
import { IS_VISIBLE_TO_SHOP, type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';

/**
 * Orders as the members of their shops see them, unsorted; orders that are hidden from their shops are left out. For live events:
 * the caller checks who gets them.
 */
export const readShopOrders = async (ids: number[]): Promise<OrderRecord[]> =>
  many(SHOP_ORDERS, { ids }, database().pool);

const SHOP_ORDERS = sql<{ ids: number[] }, OrderRecord>(
  `${SHOP_ORDER_RECORD} WHERE o.id = ${anyOf(':ids::bigint[]')} AND ${IS_VISIBLE_TO_SHOP}`,
);
