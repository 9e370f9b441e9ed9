import type { ImportView } from '@haat/contract/catalog/imports.calls';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../../db/database.ts';
import { ImportedProduct, Product, Variant } from '../../db/catalog.models.ts';
import { CLOCK_TIME, NOW } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { changeCatalogWithoutSignal, signalCatalog } from '../change-catalog.ts';
import { lockCatalog } from '../variants.ts';
import { findImport, findImportRecord, type ImportRequest, UNDO_INTERVAL } from './import-record.ts';
import { PRODUCT_STATE } from './imported-products.ts';

/** Products of one transaction: orders of the shop wait for it. */
const BATCH = 100;

type Undoing = ImportRequest & { by: Session };

/**
 * Undoes an import within a day: deletes the products that it added, and gives changed products their former values. Products
 * edited since stay as they are and are listed; stock goes back by the difference, so that later sales are kept. An import is
 * undone only once; after an interruption, the next call continues. Throws what `findImport` does, and `import_conflict` for an
 * import that is in progress, was not applied, or is older.
 */
export async function undoImport({ by, shopId, id }: Undoing): Promise<ImportView> {
  await findImportRecord({ by, shopId, id });
  for (;;) {
    const { result, version } = await changeCatalogWithoutSignal(async (client) => {
      const isOpen = await lockImport(client, id);
      const isDone = !isOpen || (await undoBatch(client, { importId: id, shopId, actorId: by.actorId })) === 0;
      if (isOpen && isDone) await markUndone(client, { id, shopId, actorId: by.actorId });
      return { shopId, isDone };
    });
    if (result.isDone) {
      signalCatalog(shopId, version);
      return findImport({ by, shopId, id });
    }
  }
}

/** Locks the import against a concurrent undo; false for one that is undone already. */
async function lockImport(client: PoolClient, id: number): Promise<boolean> {
  const found = await one(LOCK, { id }, client);
  if (found?.isUndone) return false;
  if (!found?.canBeUndone) {
    throw new DomainError('import_conflict', 'Only an import that was applied within the last day can be undone.');
  }
  return true;
}

const LOCK = sql<{ id: number }, { isUndone: boolean; canBeUndone: boolean }>(
  `SELECT undone_at IS NOT NULL AS is_undone,
     NOT is_dry_run AND coalesce(finished_at > now() - ${UNDO_INTERVAL}, false) AS can_be_undone
   FROM imports WHERE id = :id FOR NO KEY UPDATE`,
);

type Batch = { importId: number; shopId: number; actorId: number };
type Checked = { productId: number; isNew: boolean; isUntouched: boolean };

/** Undoes some products; returns how many. */
async function undoBatch(client: PoolClient, { importId, shopId, actorId }: Batch): Promise<number> {
  const next = ImportedProduct.query(client)
    .select('productId')
    .where({ importId, undo: null })
    .orderBy('productId')
    .limit(BATCH);
  const ids = (await next).map(({ productId }) => productId);
  if (ids.length === 0) return 0;
  // Products, then variants, each by id, then the catalog: the order in which orders and edits lock them.
  await run(LOCK_PRODUCTS, { ids }, client);
  await run(LOCK_VARIANTS, { ids }, client);
  await lockCatalog(client, shopId);
  const checked = await many(CHECK, { importId, shopId, ids }, client);
  const idsOf = (matches: (each: Checked) => boolean) => checked.filter(matches).map(({ productId }) => productId);
  const added = idsOf(({ isNew, isUntouched }) => isNew && isUntouched);
  const changed = idsOf(({ isNew, isUntouched }) => !isNew && isUntouched);
  await Product.query(client).whereIn('id', added).patch({ deletedAt: NOW, updatedAt: CLOCK_TIME });
  if (changed.length > 0) {
    // Two variants may swap their options.
    await Variant.query(client).whereIn('productId', changed).whereNull('deletedAt').patch({ deletedAt: NOW });
    await run(RESTORE_VARIANTS, { importId, ids: changed, actorId }, client);
    await run(RESTORE_PRODUCTS, { importId, ids: changed }, client);
  }
  await run(MARK, { importId, ids, undone: [...added, ...changed] }, client);
  return ids.length;
}

const LOCK_PRODUCTS = sql<{ ids: number[] }>(
  'SELECT FROM products WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

const LOCK_VARIANTS = sql<{ ids: number[] }>(
  'SELECT FROM variants WHERE product_id = ANY(:ids::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

const VARIANTS_BEFORE = `jsonb_to_recordset(i.before -> 'variants') AS b(id bigint, size_id bigint, color_id bigint,
     unit_id bigint, price_paise bigint, mrp_paise bigint, barcode text, position integer)`;
const STOCK_CHANGES = `jsonb_to_recordset(i.stock) AS s(id bigint, delta integer)`;

// Untouched: the product and any stock that the import changed were not edited since, apart from orders; there is enough stock
// to take back, and the former category, units and barcodes are still available.
const CHECK = sql<{ importId: number; shopId: number; ids: number[] }, Checked>(
  `SELECT p.id AS product_id, i.before IS NULL AS is_new,
     p.deleted_at IS NULL AND i.after = ${PRODUCT_STATE}
     AND NOT EXISTS (
       SELECT FROM stock_ledger l JOIN variants v ON v.id = l.variant_id
       WHERE v.product_id = p.id AND l.id > i.ledger_id AND l.order_id IS NULL
         AND (i.before IS NULL OR EXISTS (SELECT FROM ${STOCK_CHANGES} WHERE s.id = v.id)))
     AND NOT EXISTS (SELECT FROM ${STOCK_CHANGES} JOIN variants v ON v.id = s.id WHERE v.stock < s.delta)
     AND (i.before ->> 'category_id' IS NULL
       OR EXISTS (SELECT FROM categories c WHERE c.id = (i.before ->> 'category_id')::bigint))
     AND NOT EXISTS (
       SELECT FROM ${VARIANTS_BEFORE} WHERE b.unit_id IS NOT NULL AND NOT EXISTS (SELECT FROM units u WHERE u.id = b.unit_id))
     AND NOT EXISTS (
       SELECT FROM ${VARIANTS_BEFORE} JOIN variants v ON v.barcode = b.barcode AND v.deleted_at IS NULL
       JOIN products other ON other.id = v.product_id AND other.deleted_at IS NULL
       WHERE other.shop_id = :shopId AND other.id <> p.id) AS is_untouched
   FROM import_products i JOIN products p ON p.id = i.product_id
   WHERE i.import_id = :importId AND p.id = ANY(:ids::bigint[])`,
);

const RESTORE_VARIANTS = sql<{ importId: number; ids: number[]; actorId: number }>(
  `WITH former AS (
     SELECT b.*, coalesce((SELECT s.delta FROM ${STOCK_CHANGES} WHERE s.id = b.id), 0) AS delta
     FROM import_products i, ${VARIANTS_BEFORE}
     WHERE i.import_id = :importId AND i.product_id = ANY(:ids::bigint[])
   ), moved AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
     SELECT id, -delta, 'import', :actorId::bigint FROM former WHERE delta <> 0
   )
   UPDATE variants v SET size_id = f.size_id, color_id = f.color_id, unit_id = f.unit_id, price_paise = f.price_paise,
     mrp_paise = f.mrp_paise, barcode = f.barcode, position = f.position, stock = v.stock - f.delta, deleted_at = NULL
   FROM former f WHERE v.id = f.id`,
);

const RESTORE_PRODUCTS = sql<{ importId: number; ids: number[] }>(
  `UPDATE products p SET name = i.before ->> 'name', description = i.before ->> 'description',
     category_id = (i.before ->> 'category_id')::bigint, is_published = (i.before ->> 'is_published')::boolean,
     updated_at = clock_timestamp()
   FROM import_products i
   WHERE i.import_id = :importId AND i.product_id = p.id AND p.id = ANY(:ids::bigint[])`,
);

const MARK = sql<{ importId: number; ids: number[]; undone: number[] }>(
  `UPDATE import_products SET undo = CASE WHEN product_id = ANY(:undone::bigint[]) THEN 'undone' ELSE 'kept' END
   WHERE import_id = :importId AND product_id = ANY(:ids::bigint[])`,
);

async function markUndone(client: PoolClient, done: { id: number; shopId: number; actorId: number }): Promise<void> {
  const { shopId, actorId } = done;
  const ended = await one(MARK_IMPORT, { id: done.id, actorId }, client);
  if (!ended) return;
  const { fileName: subject, undone, kept } = ended;
  await recordActivity(client, { shopId, actorId, action: 'products.undone', subject, after: { undone, kept } });
}

const MARK_IMPORT = sql<{ id: number; actorId: number }, { fileName: string; undone: number; kept: number }>(
  `UPDATE imports SET undone_at = now(), undone_by = :actorId WHERE id = :id
   RETURNING file_name,
     (SELECT count(*) FROM import_products WHERE import_id = :id AND undo = 'undone')::integer AS undone,
     (SELECT count(*) FROM import_products WHERE import_id = :id AND undo = 'kept')::integer AS kept`,
);
