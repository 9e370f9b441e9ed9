import type { BulkChangeView } from '@haat/contract/catalog/bulk-changes.calls';
import type { PoolClient } from 'pg';
import { run, type Sql, sql } from '../../db/database.ts';

/** A row that was changed: a variant with its price in paise or its stock, or a product with another column. */
export type Changed = {
  id: number;
  from: number | boolean | null;
  to: number | boolean | null;
  /** Of a stock: how much of it an item took. */
  content?: number | undefined;
};

export type Kind = BulkChangeView['kind'];

export const isOfVariants = (kind: Kind): boolean => kind === 'price' || kind === 'stock';

type Writing = { kind: Kind; changed: readonly Changed[]; actorId: number };

/** Sets a value of locked products or variants. Their products get a new version: an edit form must not undo the change. */
export async function writeChanges(client: PoolClient, { kind, changed, actorId }: Writing): Promise<void> {
  if (changed.length > 0) await run(WRITE[kind], { rows: JSON.stringify(changed), actorId }, client);
}

type Rows = { rows: string; actorId: number };

const rowsOf = (type: 'bigint' | 'boolean') => `jsonb_to_recordset(:rows::jsonb) AS w(id bigint, "to" ${type})`;

const setProducts = (values: string, type: 'bigint' | 'boolean') =>
  sql<Rows>(`UPDATE products p SET ${values}, updated_at = clock_timestamp() FROM ${rowsOf(type)} WHERE p.id = w.id`);

const WRITE: Record<Kind, Sql<Rows, never>> = {
  price: sql<Rows>(
    `WITH priced AS (
       UPDATE variants v SET price_paise = w."to" FROM ${rowsOf('bigint')} WHERE v.id = w.id RETURNING v.product_id
     )
     UPDATE products SET updated_at = clock_timestamp() WHERE id IN (SELECT product_id FROM priced)`,
  ),
  // Each change gets its row in the ledger.
  stock: sql<Rows>(
    `WITH moved AS (
       INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
       SELECT v.id, w."to" - v.stock, 'adjustment', :actorId FROM ${rowsOf('bigint')} JOIN variants v ON v.id = w.id
     )
     UPDATE variants v SET stock = w."to" FROM ${rowsOf('bigint')} WHERE v.id = w.id`,
  ),
  published: setProducts('is_published = w."to"', 'boolean'),
  category: setProducts('category_id = w."to"', 'bigint'),
  delete: setProducts('deleted_at = CASE WHEN w."to" THEN now() END', 'boolean'),
};
