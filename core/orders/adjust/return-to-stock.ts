import type { PoolClient } from 'pg';
import { run, sql } from '../../db/database.ts';
import { takenBy } from '../../stock/stock.sql.ts';
import type { ItemQuantity } from '../place/place-replacement.ts';

type Returned = { problemId: number; lines: ItemQuantity[] };

/** Puts what came back for a problem on sale again. */
export async function returnToStock(client: PoolClient, { problemId, lines }: Returned): Promise<void> {
  const params = { itemIds: lines.map(({ itemId }) => itemId), quantities: lines.map(({ quantity }) => quantity) };
  await run(RETURN_TO_STOCK, { problemId, ...params }, client);
}

// Locks the variants in the order of their ids, like the statement that places orders.
const RETURN_TO_STOCK = sql<{ problemId: number; itemIds: number[]; quantities: number[] }>(`
  WITH returned AS MATERIALIZED (
    SELECT v.id, ${takenBy('line.quantity')} AS quantity
    FROM unnest(:itemIds::bigint[], :quantities::int[]) AS line (item_id, quantity)
    JOIN order_items i ON i.id = line.item_id
    JOIN variants v ON v.id = i.variant_id ORDER BY v.id FOR NO KEY UPDATE OF v
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, problem_id)
    SELECT id, quantity, 'return', :problemId::bigint FROM returned
  )
  UPDATE variants v SET stock = v.stock + returned.quantity FROM returned WHERE v.id = returned.id`);
