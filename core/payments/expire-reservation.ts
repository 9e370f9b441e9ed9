import type { PoolClient } from 'pg';
import { one, sql } from '../db/database.ts';
import { catalogVersion } from '../catalog/change-catalog.ts';
import { lockStock } from '../stock/lock-stock.ts';
import { releaseStock } from '../stock/release-stock.ts';
import { paymentStatusAfter, paymentStatusAllows } from './payment-status.sql.ts';

/** `atOnce`: also before the time to pay has run out. */
type Expiring = { orderId: number; atOnce: boolean };

export type ReleasedStock = { shopId: number; version: number };

/**
 * Expires an order that awaits its payment and releases its stock, in the caller's transaction. Undefined for any other order. The
 * caller signals the catalog after the commit.
 */
export async function expireReservation(client: PoolClient, expiring: Expiring): Promise<ReleasedStock | undefined> {
  const expired = await one(EXPIRE, expiring, client);
  if (!expired) return undefined;
  await lockStock(client, expiring.orderId);
  await releaseStock(client, expiring.orderId);
  return { shopId: expired.shopId, version: await catalogVersion(client, expired.shopId) };
}

const EXPIRE = sql<Expiring, { shopId: number }>(
  `
  UPDATE orders SET payment_status = ${paymentStatusAfter('expire')}
  WHERE id = :orderId AND ${paymentStatusAllows('expire')} AND (:atOnce::boolean OR reserved_until <= now())
  RETURNING shop_id`,
);
