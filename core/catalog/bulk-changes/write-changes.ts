import type { PoolClient } from 'pg';
import { run, sql } from '../../db/database.ts';

/** A row that was changed: a variant with its price in paise or its stock, or a product with another column. */
export type Changed = { id: number; from: number | boolean | null; to: number | boolean | null };

/** Sets the prices of locked variants, and gives their products a new version: an edit form must not undo them. */
export async function setPrices(client: PoolClient, changed: readonly Changed[]): Promise<void> {
  if (changed.length > 0) await run(SET_PRICES, rowsOf(changed), client);
}

/** Sets the stock of locked variants; each change gets its row in the ledger. */
export async function setStocks(
  client: PoolClient,
  { changed, actorId }: { changed: readonly Changed[]; actorId: number },
): Promise<void> {
  if (changed.length > 0) await run(SET_STOCKS, { ...rowsOf(changed), actorId }, client);
}

export async function setPublished(client: PoolClient, changed: readonly Changed[]): Promise<void> {
  if (changed.length > 0) await run(SET_PUBLISHED, rowsOf(changed), client);
}

export async function setCategories(client: PoolClient, changed: readonly Changed[]): Promise<void> {
  if (changed.length > 0) await run(SET_CATEGORIES, rowsOf(changed), client);
}

/** Deletes products, or restores them. */
export async function setDeleted(client: PoolClient, changed: readonly Changed[]): Promise<void> {
  if (changed.length > 0) await run(SET_DELETED, rowsOf(changed), client);
}

type Rows = { rows: string };

const rowsOf = (changed: readonly Changed[]): Rows => ({ rows: JSON.stringify(changed) });

const numbers = 'jsonb_to_recordset(:rows::jsonb) AS w(id bigint, "to" bigint)';
const flags = 'jsonb_to_recordset(:rows::jsonb) AS w(id bigint, "to" boolean)';

const SET_PRICES = sql<Rows>(
  `WITH priced AS (
     UPDATE variants v SET price_paise = w."to" FROM ${numbers} WHERE v.id = w.id RETURNING v.product_id
   )
   UPDATE products SET updated_at = clock_timestamp() WHERE id IN (SELECT product_id FROM priced)`,
);

const SET_STOCKS = sql<Rows & { actorId: number }>(
  `WITH moved AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
     SELECT v.id, w."to" - v.stock, 'adjustment', :actorId FROM ${numbers} JOIN variants v ON v.id = w.id
   )
   UPDATE variants v SET stock = w."to" FROM ${numbers} WHERE v.id = w.id`,
);

const SET_PUBLISHED = sql<Rows>(
  `UPDATE products p SET is_published = w."to", updated_at = clock_timestamp() FROM ${flags} WHERE p.id = w.id`,
);

const SET_CATEGORIES = sql<Rows>(
  `UPDATE products p SET category_id = w."to", updated_at = clock_timestamp() FROM ${numbers} WHERE p.id = w.id`,
);

const SET_DELETED = sql<Rows>(
  `UPDATE products p SET deleted_at = CASE WHEN w."to" THEN now() END, updated_at = clock_timestamp()
   FROM ${flags} WHERE p.id = w.id`,
);
