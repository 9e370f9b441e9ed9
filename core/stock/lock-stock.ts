import type { PoolClient } from 'pg';
import { run, sql } from '../db/database.ts';

/**
 * Locks the rows that a stock change of an order writes, in the sequence of the statement that places orders, which avoids
 * deadlocks: the variants of the order and `others` by their ids, the shop's acknowledgement, then the feeds of shop and
 * customer; the catalog follows by trigger. The transaction has locked the order.
 */
export async function lockStock(client: PoolClient, orderId: number, others: readonly number[] = []): Promise<void> {
  await run(LOCK_VARIANTS, { orderId, others }, client);
  await run(LOCK_ACKNOWLEDGEMENT, { orderId }, client);
  await run(LOCK_FEEDS, { orderId }, client);
}

const LOCK_VARIANTS = sql<{ orderId: number; others: readonly number[] }>(
  `
  SELECT FROM variants
  WHERE id = ANY(ARRAY(SELECT variant_id FROM order_items WHERE order_id = :orderId) || :others::bigint[])
  ORDER BY id FOR NO KEY UPDATE`,
);

// A member who moves an order acknowledges it before the customer is notified.
const LOCK_ACKNOWLEDGEMENT = sql<{ orderId: number }>(
  `SELECT FROM order_acknowledgements WHERE shop_id = (SELECT shop_id FROM orders WHERE id = :orderId) FOR NO KEY UPDATE`,
);

const LOCK_FEEDS = sql<{ orderId: number }>(
  `
  SELECT FROM orders o JOIN feeds f ON f.name = ANY(ARRAY['shop:' || o.shop_id, 'user:' || o.user_id])
  WHERE o.id = :orderId ORDER BY f.name FOR NO KEY UPDATE OF f`,
);
