import type { PoolClient } from 'pg';
import { one, run, sql } from '../../db/database.ts';
import type { LockedProduct } from '../product.ts';

/** What undoing compares and restores of a product `p`; the stock is restored by its differences. */
export const PRODUCT_STATE = `jsonb_build_object(
    'name', p.name, 'description', p.description, 'category_id', p.category_id, 'is_published', p.is_published,
    'variants', (
      SELECT jsonb_agg(jsonb_build_object('id', v.id, 'size_id', v.size_id, 'color_id', v.color_id, 'unit_id', v.unit_id,
        'price_paise', v.price_paise, 'mrp_paise', v.mrp_paise, 'barcode', v.barcode, 'position', v.position) ORDER BY v.id)
      FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL
    )
  )`;

/** The state of a locked product before an import changes it. */
type StateBefore = { state: string; stocks: string } | undefined;

export async function readStateBefore(client: PoolClient, locked: LockedProduct): Promise<StateBefore> {
  const found = await one(STATE, { id: locked.product.id }, client);
  if (!found) return undefined;
  return { state: found.state, stocks: JSON.stringify(locked.variants.map(({ id, stock }) => ({ id, stock }))) };
}

const STATE = sql<{ id: number }, { state: string }>(
  `SELECT (${PRODUCT_STATE})::text AS state FROM products p WHERE p.id = :id`,
);

type Stored = { importId: number; productId: number; before: StateBefore };

/** Records products that an import has added, in the transaction that stores them. */
export async function recordAdded(client: PoolClient, added: { importId: number; ids: number[] }): Promise<void> {
  await run(RECORD_ADDED, added, client);
}

const RECORD_ADDED = sql<{ importId: number; ids: number[] }>(
  `INSERT INTO import_products (import_id, product_id, before, after, stock, ledger_id)
   SELECT :importId::bigint, p.id, NULL, ${PRODUCT_STATE}, '[]', (SELECT last_value FROM stock_ledger_id_seq)
   FROM products p WHERE p.id = ANY(:ids::bigint[])
   ON CONFLICT DO NOTHING`,
);

/** Records an import's changes of a product, in the transaction that stores them. */
export async function recordChanged(client: PoolClient, { importId, productId, before }: Stored): Promise<void> {
  await run(RECORD, { importId, productId, before: before?.state, stocks: before?.stocks ?? '[]' }, client);
}

const RECORD = sql<{ importId: number; productId: number; before: string | undefined; stocks: string }>(
  `INSERT INTO import_products (import_id, product_id, before, after, stock, ledger_id)
   SELECT :importId::bigint, p.id, :before::jsonb, ${PRODUCT_STATE},
     (SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'delta', v.stock - s.stock)), '[]')
      FROM jsonb_to_recordset(:stocks::jsonb) AS s(id bigint, stock integer) JOIN variants v ON v.id = s.id
      WHERE v.stock <> s.stock),
     (SELECT last_value FROM stock_ledger_id_seq)
   FROM products p WHERE p.id = :productId
   ON CONFLICT DO NOTHING`,
);
