import type { Shop } from '../../db/shop.model.ts';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';

export type LockedShop = Pick<
  Shop,
  | 'slug'
  | 'name'
  | 'address'
  | 'phone'
  | 'email'
  | 'openTime'
  | 'closeTime'
  | 'minOrderPaise'
  | 'acceptsOrdersWhenClosed'
  | 'isPlatform'
  | 'pausedAt'
  | 'suspendedAt'
  | 'latitude'
  | 'longitude'
  | 'reachMetres'
  | 'picture'
  | 'updatedAt'
>;

/**
 * The shop as it is, held until the end of the caller's transaction so that two who change it, or its team, go one after
 * the other; orders do not wait for it. Throws DomainError `not_found`.
 */
export async function lockShop(client: PoolClient, shopId: number): Promise<LockedShop> {
  const { rows } = await client.query<LockedShop>({ name: 'lock-shop', text: LOCK, values: [shopId] });
  if (!rows[0]) throw new DomainError('not_found', 'Shop Not Found');
  return rows[0];
}

const LOCK = `
  SELECT slug, name, address, phone, email, open_time AS "openTime", close_time AS "closeTime",
    min_order_paise AS "minOrderPaise", accepts_orders_when_closed AS "acceptsOrdersWhenClosed",
    is_platform AS "isPlatform", paused_at AS "pausedAt", suspended_at AS "suspendedAt", latitude, longitude,
    reach_metres AS "reachMetres", picture, updated_at AS "updatedAt"
  FROM shops WHERE id = $1 FOR NO KEY UPDATE`;
