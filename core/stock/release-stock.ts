import type { PoolClient } from 'pg';
import { run, sql } from '../db/database.ts';
import { takenBy } from './stock.sql.ts';

/**
 * Returns the stock of an order that ended without a sale, once. Written-off items stay out of the stock. The transaction has
 * locked the order. Throws when the stock was already returned.
 */
export async function releaseStock(client: PoolClient, orderId: number): Promise<void> {
  await run(RELEASE_STOCK, { orderId }, client);
}

// Locks the variants in the order of their ids, like the statement that places orders.
const RELEASE_STOCK = sql<{ orderId: number }>(
  `
  WITH released AS MATERIALIZED (
    SELECT v.id, ${takenBy('i.quantity - i.written_off')} AS quantity FROM order_items i JOIN variants v ON v.id = i.variant_id
    WHERE i.order_id = :orderId::bigint AND i.quantity > i.written_off ORDER BY v.id FOR NO KEY UPDATE OF v
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id)
    SELECT id, quantity, 'release', :orderId::bigint FROM released
  )
  UPDATE variants v SET stock = v.stock + released.quantity FROM released WHERE v.id = released.id`,
);
