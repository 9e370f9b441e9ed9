import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Session, worksFor } from '../auth/session.ts';
import { type OrderPage, type OrderRecord, pageValues } from './order-record.ts';
import { IS_REAL, NEWEST_FIRST, ORDER_RECORD } from './order-record.sql.ts';

/**
 * The orders of a shop, newest first, 200 at most. Throws forbidden unless the session is that of a member there, or of
 * the platform's operator: the id of a shop is public, so that a 404 would hide nothing. Spec sections 2 and 6.
 */
export async function listShopOrders({
  by,
  shopId,
  ...page
}: OrderPage & { by: Session; shopId: number }): Promise<OrderRecord[]> {
  if (!worksFor(by, shopId) && !by.isPlatformAdmin) throw new DomainError('forbidden', 'This is not your shop.');

  const { rows } = await database().pool.query<OrderRecord>({
    name: 'list-shop-orders',
    text: `${ORDER_RECORD} WHERE o.shop_id = $1 AND ${IS_REAL} ${NEWEST_FIRST}`,
    values: [shopId, ...pageValues(page)],
  });
  return rows;
}
