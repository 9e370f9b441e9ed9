import type { PictureImportView } from '@haat/contract/catalog/picture-imports.calls';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../../db/database.ts';
import { ImportedPicture } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { changeCatalogWithoutSignal, signalCatalog } from '../change-catalog.ts';
import { lockCatalog } from '../variants.ts';
import {
  findPictureImport,
  type PictureImportRequest,
  recordFinished,
  UNDO_INTERVAL,
} from './picture-import-record.ts';

/** Products of one transaction: orders of the shop wait for it. */
const BATCH = 100;

type Undoing = PictureImportRequest & { by: Session };

/**
 * Undoes an import of pictures within a day: its products get the main pictures that they had before. Products changed since
 * stay as they are. An import is undone only once; after an interruption, the next call continues. Throws what
 * `findPictureImport` does, and `import_conflict` for an import that is older or has imported nothing.
 */
export async function undoPictureImport({ by, shopId, id }: Undoing): Promise<PictureImportView> {
  await findPictureImport({ by, shopId, id });
  for (;;) {
    const { result, version } = await changeCatalogWithoutSignal(async (client) => {
      const isOpen = await lockImport(client, id);
      if (isOpen) await recordFinished(client, id);
      const isDone = !isOpen || (await undoBatch(client, { importId: id, shopId })) === 0;
      if (isOpen && isDone) await markUndone(client, { id, shopId, actorId: by.actorId });
      return { shopId, isDone };
    });
    if (result.isDone) {
      signalCatalog(shopId, version);
      return findPictureImport({ by, shopId, id });
    }
  }
}

/** Locks the import against pictures that are added, and a concurrent undo; false for one that is undone already. */
async function lockImport(client: PoolClient, id: number): Promise<boolean> {
  const found = await one(LOCK, { id }, client);
  if (found?.isUndone) return false;
  if (!found?.canBeUndone) {
    throw new DomainError('import_conflict', 'Only an import of the last day can be undone.');
  }
  return true;
}

const LOCK = sql<{ id: number }, { isUndone: boolean; canBeUndone: boolean }>(
  `SELECT i.undone_at IS NOT NULL AS is_undone,
     i.changed_at > now() - ${UNDO_INTERVAL} AND EXISTS (SELECT FROM imported_pictures f WHERE f.import_id = i.id)
       AS can_be_undone
   FROM picture_imports i WHERE i.id = :id FOR NO KEY UPDATE`,
);

type Batch = { importId: number; shopId: number };

/** Gives some products their former pictures; returns of how many it was decided. */
async function undoBatch(client: PoolClient, { importId, shopId }: Batch): Promise<number> {
  const next = ImportedPicture.query(client)
    .select('productId')
    .where({ importId, undo: null })
    .orderBy('productId')
    .limit(BATCH);
  const ids = (await next).map(({ productId }) => productId);
  if (ids.length === 0) return 0;
  // Products by id, then the catalog: the order in which edits lock them.
  await run(LOCK_PRODUCTS, { ids }, client);
  await lockCatalog(client, shopId);
  await run(MARK, { importId, ids }, client);
  await run(RESTORE, { importId, ids }, client);
  await run(REMOVE_MOVED, { ids }, client);
  return ids.length;
}

const LOCK_PRODUCTS = sql<{ ids: number[] }>(
  'SELECT FROM products WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

const MARK = sql<{ importId: number; ids: number[] }>(
  `UPDATE imported_pictures f SET undo = CASE WHEN p.image = f.image THEN 'undone' ELSE 'kept' END
   FROM products p WHERE f.import_id = :importId AND p.id = f.product_id AND p.id = ANY(:ids::bigint[])`,
);

const FIRST_OTHER =
  '(SELECT other.image FROM product_pictures other WHERE other.product_id = p.id ORDER BY other.position LIMIT 1)';

// Where there was none before, a picture that was added since becomes the main one.
const RESTORE = sql<{ importId: number; ids: number[] }>(
  `UPDATE products p SET image = coalesce(f.former_image, ${FIRST_OTHER}), updated_at = clock_timestamp()
   FROM imported_pictures f
   WHERE f.import_id = :importId AND f.product_id = p.id AND p.id = ANY(:ids::bigint[]) AND f.undo = 'undone'`,
);

const REMOVE_MOVED = sql<{ ids: number[] }>(
  `DELETE FROM product_pictures other USING products p
   WHERE p.id = ANY(:ids::bigint[]) AND other.product_id = p.id AND other.image = p.image`,
);

async function markUndone(client: PoolClient, done: { id: number; shopId: number; actorId: number }): Promise<void> {
  const { shopId, actorId } = done;
  const ended = await one(MARK_IMPORT, { id: done.id, actorId }, client);
  if (!ended) return;
  const { fileName: subject, undone } = ended;
  const after = { pictures: undone };
  await recordActivity(client, { shopId, actorId, action: 'products.pictures_undone', subject, after });
}

const MARK_IMPORT = sql<{ id: number; actorId: number }, { fileName: string; undone: number }>(
  `UPDATE picture_imports SET undone_at = now(), undone_by = :actorId WHERE id = :id
   RETURNING file_name,
     (SELECT count(*) FROM imported_pictures WHERE import_id = :id AND undo = 'undone')::int AS undone`,
);
