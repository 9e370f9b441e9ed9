import type { ImportView } from '@haat/contract/catalog/imports.calls';
import type { PoolClient } from 'pg';
import { many, run, sql } from '../../db/database.ts';
import { Product, Variant } from '../../db/catalog.models.ts';
import { CLOCK_TIME, NOW } from '../../db/table.ts';
import type { Session } from '../../accounts/session.ts';
import { articleIn } from '../barcode.sql.ts';
import { UNDO_INTERVAL, undoOf } from '../change-set.ts';
import { findImport, findImportRecord, type ImportRequest } from './import-record.ts';
import { PRODUCT_STATE } from './imported-products.ts';

type Undoing = ImportRequest & { by: Session };

/**
 * Undoes an import within a day: deletes the products that it added, and gives changed products their former values. Products
 * edited since stay as they are and are listed; stock goes back by the difference, so that later sales are kept. Throws what
 * `findImport` does, and `import_conflict` for an import that is in progress, was not applied, or is older.
 */
export async function undoImport({ by, shopId, id }: Undoing): Promise<ImportView> {
  await findImportRecord({ by, shopId, id });
  await undoChanges({ id, shopId, actorId: by.actorId });
  return findImport({ by, shopId, id });
}

const undoChanges = undoOf({
  table: 'imports',
  products: 'import_products',
  canBeUndone: `NOT c.is_dry_run AND c.finished_at > now() - ${UNDO_INTERVAL}`,
  refusal: 'Only an import that was applied within the last day can be undone.',
  restore: restoreProducts,
  entry: (after) => ({ action: 'products.undone', after }),
});

type Batch = { id: number; shopId: number; actorId: number; ids: number[] };
type Checked = { productId: number; isNew: boolean; isUntouched: boolean };

async function restoreProducts(client: PoolClient, batch: Batch): Promise<number[]> {
  const checked = await many(CHECK, batch, client);
  const idsOf = (matches: (each: Checked) => boolean) => checked.filter(matches).map(({ productId }) => productId);
  const added = idsOf(({ isNew, isUntouched }) => isNew && isUntouched);
  const changed = idsOf(({ isNew, isUntouched }) => !isNew && isUntouched);
  await Product.query(client).whereIn('id', added).patch({ deletedAt: NOW, updatedAt: CLOCK_TIME });
  if (changed.length > 0) {
    // Two variants may swap their options.
    await Variant.query(client).whereIn('productId', changed).whereNull('deletedAt').patch({ deletedAt: NOW });
    await run(RESTORE_VARIANTS, { ...batch, ids: changed }, client);
    await run(RESTORE_PRODUCTS, { ...batch, ids: changed }, client);
  }
  return [...added, ...changed];
}

const VARIANTS_BEFORE = `jsonb_to_recordset(i.before -> 'variants') AS b(id bigint, size_id bigint, color_id bigint,
     unit_id bigint, price_paise bigint, mrp_paise bigint, barcode text, position integer)`;
const STOCK_CHANGES = `jsonb_to_recordset(i.stock) AS s(id bigint, delta integer)`;

// Untouched: the product and any stock that the import changed were not edited since, apart from orders; there is enough stock
// to take back, and the former category, units and barcodes are still available.
const CHECK = sql<Batch, Checked>(
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
       SELECT FROM ${VARIANTS_BEFORE} JOIN variants own ON own.id = b.id AND own.barcode IS DISTINCT FROM b.barcode
       JOIN variants v ON ${articleIn('v.barcode')} = ${articleIn('b.barcode')} AND v.deleted_at IS NULL
       JOIN products other ON other.id = v.product_id AND other.deleted_at IS NULL
       WHERE other.shop_id = :shopId AND other.id <> p.id) AS is_untouched
   FROM import_products i JOIN products p ON p.id = i.product_id
   WHERE i.import_id = :id AND p.id = ANY(:ids::bigint[])`,
);

const RESTORE_VARIANTS = sql<Batch>(
  `WITH former AS (
     SELECT b.*, coalesce((SELECT s.delta FROM ${STOCK_CHANGES} WHERE s.id = b.id), 0) AS delta
     FROM import_products i, ${VARIANTS_BEFORE}
     WHERE i.import_id = :id AND i.product_id = ANY(:ids::bigint[])
   ), moved AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
     SELECT id, -delta, 'import', :actorId::bigint FROM former WHERE delta <> 0
   )
   UPDATE variants v SET size_id = f.size_id, color_id = f.color_id, unit_id = f.unit_id, price_paise = f.price_paise,
     mrp_paise = f.mrp_paise, barcode = f.barcode, position = f.position, stock = v.stock - f.delta, deleted_at = NULL
   FROM former f WHERE v.id = f.id`,
);

const RESTORE_PRODUCTS = sql<Batch>(
  `UPDATE products p SET name = i.before ->> 'name', description = i.before ->> 'description',
     category_id = (i.before ->> 'category_id')::bigint, is_published = (i.before ->> 'is_published')::boolean,
     updated_at = clock_timestamp()
   FROM import_products i
   WHERE i.import_id = :id AND i.product_id = p.id AND p.id = ANY(:ids::bigint[])`,
);
