import type { BulkChangeView, RefusedRow } from '@haat/contract/catalog/bulk-changes.calls';
import type { PoolClient } from 'pg';
import { many, one, type Sql, sql } from '../../db/database.ts';
import { BulkChange, Variant } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { may } from '../../accounts/shop-rights.ts';
import { articleIn } from '../barcode.sql.ts';
import { changeCatalog } from '../change-catalog.ts';
import { checkCatalogLimit } from '../product.ts';
import { lockProductsOf } from '../change-set.ts';
import { VARIANT_NAME } from './lock-products.ts';
import { type Changed, isOfVariants, type Kind, writeChanges } from './write-changes.ts';

type BulkChangeRow = { id: number; shopId: number; kind: Kind; changed: Changed[]; undoResult: BulkChangeView | null };

/**
 * Undoes a change of many products, once. Later changes are kept and named; deleted products are restored as they were. Throws
 * DomainError `not_found` for changes of other shops, and `catalog_limit_reached`; then nothing is undone.
 */
export async function undoBulkChange({ id, by }: { id: number; by: Session }): Promise<BulkChangeView> {
  const work = async (client: PoolClient) => {
    const change = await one(LOCK_CHANGE, { id }, client);
    if (!change || !may('catalog', by, change.shopId)) throw new DomainError('not_found', 'Change not found');
    const { shopId, undoResult } = change;
    if (undoResult) return { shopId, view: undoResult };
    const rows = await lockRows(client, change);
    const undone = rows.filter(({ refused }) => refused === null);
    const back = undone.map(({ id: row, from, to }) => ({ id: row, from: to, to: from }));
    await writeChanges(client, { kind: change.kind, changed: back, actorId: by.actorId });
    if (change.kind === 'delete') await checkCatalogLimit(client, shopId);
    const view = { id, kind: change.kind, ...countsOf(undone), refused: rows.flatMap((row) => refusedRow(row)) };
    await BulkChange.query(client).findById(id).patch({ undoResult: view });
    const action = change.kind === 'delete' ? 'products.restored' : 'products.undone';
    const after = { bulk_change_id: id, products: view.products };
    if (view.products > 0) await recordActivity(client, { shopId, actorId: by.actorId, action, after });
    return { shopId, view };
  };
  return (await changeCatalog(work)).view;
}

const LOCK_CHANGE = sql<{ id: number }, BulkChangeRow>(
  `SELECT id, shop_id, kind, changed, undo_result FROM bulk_changes WHERE id = :id AND kind <> 'add' FOR UPDATE`,
);

/** The current state of a row of the change. */
type Row = Changed & {
  productId: number;
  variantId: number | null;
  name: string;
  refused: RefusedRow['reason'] | null;
};

async function lockRows(client: PoolClient, { shopId, kind, changed }: BulkChangeRow): Promise<Row[]> {
  const ids = changed.map(({ id }) => id);
  const variants = isOfVariants(kind) ? await Variant.query(client).whereIn('id', ids).select('productId') : undefined;
  await lockProductsOf(client, { shopId, ids: variants?.map(({ productId }) => productId) ?? ids });
  return many(CURRENT[kind], { rows: JSON.stringify(changed), shopId }, client);
}

const countsOf = (rows: readonly Row[]) => ({
  products: new Set(rows.map(({ productId }) => productId)).size,
  variants: rows.filter(({ variantId }) => variantId !== null).length,
});

const refusedRow = ({ productId, variantId, name, refused: reason }: Row): RefusedRow[] =>
  reason === null ? [] : [{ product_id: productId, variant_id: variantId, name, reason }];

type Rows = { rows: string; shopId: number };

const ROWS = `jsonb_to_recordset(:rows::jsonb) AS w(id bigint, "from" jsonb, "to" jsonb, content integer)`;

const ofVariants = (column: string, more = '', above = '') =>
  sql<Rows, Row>(
    `SELECT w.id, w."from", w."to", p.id AS product_id, v.id AS variant_id, ${VARIANT_NAME} AS name,
       CASE WHEN v.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL OR v.${column} <> w."to"::bigint${more}
         THEN 'changed_since' ${above} END AS refused
     FROM ${ROWS} JOIN variants v ON v.id = w.id JOIN products p ON p.id = v.product_id ORDER BY v.id`,
  );

const ofProducts = (refused: string, which = 'true') =>
  sql<Rows, Row>(
    `SELECT w.id, w."from", w."to", p.id AS product_id, NULL::bigint AS variant_id, p.name,
       CASE WHEN ${refused} END AS refused
     FROM ${ROWS} JOIN products p ON p.id = w.id WHERE ${which} ORDER BY p.id`,
  );

const CURRENT: Record<Kind, Sql<Rows, Row>> = {
  price: ofVariants('price_paise', '', `WHEN v.mrp_paise < w."from"::bigint THEN 'above_mrp'`),
  // In another unit, the numbers mean something else.
  stock: ofVariants('stock', ' OR v.content <> coalesce(w.content, 1)'),
  published: ofProducts(`p.deleted_at IS NOT NULL OR p.is_published <> w."to"::boolean THEN 'changed_since'`),
  // Products whose former category was merged or removed stay where they are, too.
  category: ofProducts(
    `p.deleted_at IS NOT NULL OR p.category_id IS DISTINCT FROM nullif(w."to", 'null')::bigint
       OR nullif(w."from", 'null')::bigint IS NOT NULL
       AND NOT EXISTS (SELECT FROM categories c WHERE c.id = nullif(w."from", 'null')::bigint) THEN 'changed_since'`,
  ),
  // Leaves out products that were already restored.
  delete: ofProducts(
    `EXISTS (
       SELECT FROM variants own
       JOIN variants other ON ${articleIn('other.barcode')} = ${articleIn('own.barcode')} AND other.deleted_at IS NULL
       JOIN products owner ON owner.id = other.product_id
       WHERE own.product_id = p.id AND own.deleted_at IS NULL AND owner.shop_id = :shopId AND owner.deleted_at IS NULL
     ) THEN 'barcode_taken'`,
    'p.deleted_at IS NOT NULL',
  ),
};
