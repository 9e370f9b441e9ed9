import type { BulkChangeView, RefusedRow } from '@haat/contract/catalog/bulk-changes.calls';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../../db/database.ts';
import { BulkChange } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { may } from '../../accounts/shop-rights.ts';
import { changeCatalog } from '../change-catalog.ts';
import { checkCatalogLimit } from '../product.ts';
import { lockCatalog } from '../variants.ts';
import { type Changed, setCategories, setDeleted, setPrices, setPublished, setStocks } from './write-changes.ts';

type Kind = BulkChangeView['kind'];
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
    await write(client, { kind: change.kind, changed: back, actorId: by.actorId });
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

/** Locks products before their variants, and both in the order of their ids, like every other change. */
async function lockRows(client: PoolClient, { shopId, kind, changed }: BulkChangeRow): Promise<Row[]> {
  const rows = JSON.stringify(changed);
  if (kind === 'price' || kind === 'stock') {
    await run(LOCK_PRODUCTS_OF_VARIANTS, { rows }, client);
    return many(kind === 'price' ? PRICES : STOCKS, { rows }, client);
  }
  if (kind === 'published') return many(PUBLISHED, { rows }, client);
  if (kind === 'category') {
    await run(LOCK_PRODUCTS, { rows }, client);
    // Prevents merging or removing a category until the end of the transaction.
    await lockCatalog(client, shopId);
    return many(CATEGORIES, { rows }, client);
  }
  await run(LOCK_PRODUCTS, { rows }, client);
  await run(LOCK_VARIANTS_OF_REMOVED, { rows }, client);
  await lockCatalog(client, shopId);
  return many(REMOVED, { rows, shopId }, client);
}

type Writing = { kind: Kind; changed: Changed[]; actorId: number };

function write(client: PoolClient, { kind, changed, actorId }: Writing): Promise<void> {
  if (kind === 'price') return setPrices(client, changed);
  if (kind === 'stock') return setStocks(client, { changed, actorId });
  if (kind === 'published') return setPublished(client, changed);
  return kind === 'category' ? setCategories(client, changed) : setDeleted(client, changed);
}

const countsOf = (rows: readonly Row[]) => ({
  products: new Set(rows.map(({ productId }) => productId)).size,
  variants: rows.filter(({ variantId }) => variantId !== null).length,
});

const refusedRow = ({ productId, variantId, name, refused: reason }: Row): RefusedRow[] =>
  reason === null ? [] : [{ product_id: productId, variant_id: variantId, name, reason }];

type Rows = { rows: string };

const ROWS = `jsonb_to_recordset(:rows::jsonb) AS w(id bigint, "from" jsonb, "to" jsonb)`;

const LOCK_PRODUCTS_OF_VARIANTS = sql<Rows>(
  `SELECT FROM products WHERE id IN (SELECT v.product_id FROM ${ROWS} JOIN variants v ON v.id = w.id)
   ORDER BY id FOR NO KEY UPDATE`,
);

const NAME = `p.name || coalesce(' (' || nullif(concat_ws(', ',
    (SELECT name FROM sizes WHERE id = v.size_id), (SELECT name FROM colors WHERE id = v.color_id),
    (SELECT name FROM units WHERE id = v.unit_id)), '') || ')', '')`;

const variantsSql = (column: string, above: string) =>
  sql<Rows, Row>(
    `SELECT w.id, w."from", w."to", p.id AS product_id, v.id AS variant_id, ${NAME} AS name,
       CASE WHEN v.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL OR v.${column} <> w."to"::bigint
         THEN 'changed_since' ${above} END AS refused
     FROM ${ROWS} JOIN variants v ON v.id = w.id JOIN products p ON p.id = v.product_id
     ORDER BY v.id FOR NO KEY UPDATE OF v`,
  );

const PRICES = variantsSql('price_paise', `WHEN v.mrp_paise < w."from"::bigint THEN 'above_mrp'`);
const STOCKS = variantsSql('stock', '');

const productsSql = (isChanged: string) =>
  sql<Rows, Row>(
    `SELECT w.id, w."from", w."to", p.id AS product_id, NULL::bigint AS variant_id, p.name,
       CASE WHEN p.deleted_at IS NOT NULL OR ${isChanged} THEN 'changed_since' END AS refused
     FROM ${ROWS} JOIN products p ON p.id = w.id ORDER BY p.id FOR NO KEY UPDATE OF p`,
  );

const PUBLISHED = productsSql('p.is_published <> w."to"::boolean');
/** Products whose former category was merged or removed stay where they are, too. */
const CATEGORIES = productsSql(
  `p.category_id IS DISTINCT FROM nullif(w."to", 'null')::bigint OR nullif(w."from", 'null')::bigint IS NOT NULL
   AND NOT EXISTS (SELECT FROM categories c WHERE c.id = nullif(w."from", 'null')::bigint)`,
);

const LOCK_PRODUCTS = sql<Rows>(
  `SELECT FROM products WHERE id IN (SELECT id FROM ${ROWS}) ORDER BY id FOR NO KEY UPDATE`,
);

const LOCK_VARIANTS_OF_REMOVED = sql<Rows>(
  `SELECT FROM variants WHERE product_id IN (SELECT id FROM ${ROWS}) ORDER BY id FOR NO KEY UPDATE`,
);

/** Leaves out products that were already restored. */
const REMOVED = sql<Rows & { shopId: number }, Row>(
  `SELECT w.id, w."from", w."to", p.id AS product_id, NULL::bigint AS variant_id, p.name,
     CASE WHEN EXISTS (
       SELECT FROM variants own JOIN variants other ON other.barcode = own.barcode AND other.deleted_at IS NULL
       JOIN products owner ON owner.id = other.product_id
       WHERE own.product_id = p.id AND own.deleted_at IS NULL AND owner.shop_id = :shopId AND owner.deleted_at IS NULL
     ) THEN 'barcode_taken' END AS refused
   FROM ${ROWS} JOIN products p ON p.id = w.id WHERE p.deleted_at IS NOT NULL ORDER BY p.id`,
);
