import type { PictureImportView } from '@haat/contract/catalog/picture-imports.calls';
import type { PoolClient } from 'pg';
import { many, run, sql } from '../../db/database.ts';
import type { Session } from '../../accounts/session.ts';
import { UNDO_INTERVAL, undoOf } from '../change-set.ts';
import { findPictureImport, type PictureImportRequest, recordFinished } from './picture-import-record.ts';

type Undoing = PictureImportRequest & { by: Session };

/**
 * Undoes an import of pictures within a day: its products get the main pictures that they had before. Products changed since
 * stay as they are. Throws what `findPictureImport` does, and `import_conflict` for an import that is older or has imported
 * nothing.
 */
export async function undoPictureImport({ by, shopId, id }: Undoing): Promise<PictureImportView> {
  await findPictureImport({ by, shopId, id });
  await undoChanges({ id, shopId, actorId: by.actorId });
  return findPictureImport({ by, shopId, id });
}

const undoChanges = undoOf({
  table: 'picture_imports',
  products: 'imported_pictures',
  canBeUndone: `c.changed_at > now() - ${UNDO_INTERVAL} AND EXISTS (SELECT FROM imported_pictures f WHERE f.import_id = c.id)`,
  refusal: 'Only an import of the last day can be undone.',
  prepare: recordFinished,
  restore: restorePictures,
  entry: ({ undone }) => ({ action: 'products.pictures_undone', after: { pictures: undone } }),
});

type Batch = { id: number; ids: number[] };

async function restorePictures(client: PoolClient, { id, ids: all }: Batch): Promise<number[]> {
  const ids = (await many(UNTOUCHED, { id, ids: all }, client)).map(({ productId }) => productId);
  await run(RESTORE, { id, ids }, client);
  await run(REMOVE_MOVED, { ids }, client);
  return ids;
}

const UNTOUCHED = sql<Batch, { productId: number }>(
  `SELECT f.product_id FROM imported_pictures f JOIN products p ON p.id = f.product_id AND p.image = f.image
   WHERE f.import_id = :id AND p.id = ANY(:ids::bigint[])`,
);

const FIRST_OTHER =
  '(SELECT other.image FROM product_pictures other WHERE other.product_id = p.id ORDER BY other.position LIMIT 1)';

// Where there was none before, a picture that was added since becomes the main one.
const RESTORE = sql<Batch>(
  `UPDATE products p SET image = coalesce(f.former_image, ${FIRST_OTHER}), updated_at = clock_timestamp()
   FROM imported_pictures f
   WHERE f.import_id = :id AND f.product_id = p.id AND p.id = ANY(:ids::bigint[])`,
);

const REMOVE_MOVED = sql<{ ids: number[] }>(
  `DELETE FROM product_pictures other USING products p
   WHERE p.id = ANY(:ids::bigint[]) AND other.product_id = p.id AND other.image = p.image`,
);
