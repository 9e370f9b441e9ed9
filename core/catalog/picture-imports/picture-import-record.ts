import {
  type PictureImportStart,
  type PictureImportView,
  pictureImportView,
} from '@haat/contract/catalog/picture-imports.calls';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, sql } from '../../db/database.ts';
import { ImportedPicture, PictureImport } from '../../db/catalog.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import { ACTOR_NAME, recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';
import { wire } from '../../lib/wire.ts';
import { UNDO_INTERVAL } from '../change-set.ts';

export type PictureImportRequest = { by: Manager; shopId: number; id: number };

type PictureImportRecord = {
  id: number;
  fileName: string;
  pictures: number;
  imported: number;
  kept: number;
  createdAt: Date;
  finishedAt: Date | null;
  actorName: string | null;
  undoneAt: Date | null;
  undoUntil: Date | null;
};

const PICTURE_IMPORT = `
  SELECT i.id, i.file_name, i.files AS pictures, done.imported, done.kept, i.created_at, i.finished_at, ${ACTOR_NAME} AS actor_name,
    i.undone_at,
    CASE WHEN i.undone_at IS NULL AND done.imported > 0 AND i.changed_at > now() - ${UNDO_INTERVAL}
      THEN i.changed_at + ${UNDO_INTERVAL} END AS undo_until
  FROM picture_imports i JOIN users u ON u.id = i.actor_id CROSS JOIN LATERAL (
    SELECT count(*)::int AS imported, count(*) FILTER (WHERE undo = 'kept')::int AS kept
    FROM imported_pictures f WHERE f.import_id = i.id
  ) done`;

/** The last ten picture imports of a shop, newest first. Throws DomainError `forbidden` unless the caller manages it. */
export async function listPictureImports(of: { by: Manager; shopId: number }): Promise<PictureImportView[]> {
  requireRight('catalog', of.by, of.shopId);
  const rows = await many(LIST, { shopId: of.shopId });
  return wire(pictureImportView, rows);
}

const LIST = sql<{ shopId: number }, PictureImportRecord>(
  `${PICTURE_IMPORT} WHERE i.shop_id = :shopId ORDER BY i.id DESC LIMIT 10`,
);

/** Throws DomainError `forbidden` unless the caller manages the shop, `not_found` for imports of other shops. */
export async function findPictureImport({ by, shopId, id }: PictureImportRequest): Promise<PictureImportView> {
  requireRight('catalog', by, shopId);
  const row = await one(FIND, { id, shopId });
  if (!row) throw new DomainError('not_found', 'Import not found');
  return wire(pictureImportView, row);
}

const FIND = sql<{ id: number; shopId: number }, PictureImportRecord>(
  `${PICTURE_IMPORT} WHERE i.id = :id AND i.shop_id = :shopId`,
);

type Start = { by: Session; shopId: number; fileName: string; fileKey: string; pictures: number };

/**
 * Begins an import of pictures. The same file, sent again by the same person within a day, continues an import that has not
 * imported all of them. Throws what `findPictureImport` does.
 */
export async function startPictureImport({ by, shopId, ...file }: Start): Promise<PictureImportStart> {
  requireRight('catalog', by, shopId);
  const { pictures: files, ...row } = { ...file, shopId, actorId: by.actorId };
  const continued = await one(CONTINUE, { ...row, files });
  const { id } = continued ?? (await PictureImport.query().insert({ ...row, files }));
  const done = await ImportedPicture.query().select('productId').where({ importId: id }).orderBy('productId');
  return { ...(await findPictureImport({ by, shopId, id })), done: done.map(({ productId }) => productId) };
}

type NewImport = Omit<Start, 'by' | 'pictures'> & { actorId: number; files: number };

const CONTINUE = sql<NewImport, { id: number }>(
  `UPDATE picture_imports SET finished_at = NULL, files = :files, file_name = :fileName
   WHERE id = (
     SELECT i.id FROM picture_imports i
     WHERE i.shop_id = :shopId AND i.actor_id = :actorId AND i.file_key = :fileKey AND i.undone_at IS NULL
       AND i.changed_at > now() - ${UNDO_INTERVAL}
       AND (SELECT count(*) FROM imported_pictures f WHERE f.import_id = i.id) < i.files
     ORDER BY i.id DESC LIMIT 1)
   RETURNING id`,
);

/**
 * Finishes an import and records it in the activity log. Does nothing if it is already finished. Throws what `findPictureImport`
 * does.
 */
export async function finishPictureImport(request: PictureImportRequest): Promise<PictureImportView> {
  const { id } = await findPictureImport(request);
  await inTransaction((client) => recordFinished(client, id));
  return findPictureImport(request);
}

/** The same in the caller's transaction. */
export async function recordFinished(client: PoolClient, id: number): Promise<void> {
  const ended = await one(FINISH, { id }, client);
  if (!ended || ended.imported === 0) return;
  const { shopId, actorId, fileName: subject, imported } = ended;
  const after = { pictures: imported };
  await recordActivity(client, { shopId, actorId, action: 'products.pictures_imported', subject, after });
}

type Ended = { shopId: number; actorId: number; fileName: string; imported: number };

const FINISH = sql<{ id: number }, Ended>(
  `UPDATE picture_imports SET finished_at = now() WHERE id = :id AND finished_at IS NULL
   RETURNING shop_id, actor_id, file_name,
     (SELECT count(*) FROM imported_pictures f WHERE f.import_id = :id)::int AS imported`,
);

/** Finishes imports that were not continued for an hour. */
export async function finishAbandonedPictureImports(): Promise<void> {
  for (const { id } of await many(ABANDONED, {})) await inTransaction((client) => recordFinished(client, id));
}

const ABANDONED = sql<object, { id: number }>(
  `SELECT id FROM picture_imports WHERE finished_at IS NULL AND changed_at < now() - interval '1 hour' ORDER BY id`,
);

/** Locks an import that pictures can be added to; throws `import_conflict` for one that was finished or undone. */
export async function lockOpenImport(client: PoolClient, open: { id: number; shopId: number }): Promise<void> {
  const locked = await PictureImport.query(client)
    .where({ ...open, finishedAt: null, undoneAt: null })
    .patch({ changedAt: NOW });
  if (locked > 0) return;
  throw new DomainError('import_conflict', 'This import was finished or undone. Begin it again.');
}
