import { readOrderSearch } from '@haat/contract/rules/order-search';
import { database } from '../../db/database.ts';
import { type Session } from '../auth/session.ts';
import { type OrderFilter, type OrderPage, type OrderRecord, pageValues } from './order-record.ts';
import { requireShopOrders } from './require-shop-orders.ts';
import { shopOrdersSql } from './shop-orders.sql.ts';

type Request = OrderPage & OrderFilter & { by: Session; shopId: number };

/**
 * The orders of a shop, newest first, 200 at most: all, those of one status, those whose number or phone has the digits
 * of `search`. Throws forbidden unless the session is that of a member there, or of the platform's operator. Spec
 * sections 2 and 6.
 */
export async function listShopOrders({ by, shopId, status, search, ...page }: Request): Promise<OrderRecord[]> {
  requireShopOrders(by, shopId);
  const wanted = search === undefined ? undefined : readOrderSearch(search);
  if (search !== undefined && !wanted) return [];

  const { rows } = await database().pool.query<OrderRecord>({
    ...shopOrdersSql({ ofStatus: status !== undefined, inNumbers: wanted !== undefined, inPhones: wanted?.inPhones }),
    values: [shopId, ...pageValues(page), ...(status ? [status] : []), ...(wanted ? [`%${wanted.digits}%`] : [])],
  });
  return rows;
}
