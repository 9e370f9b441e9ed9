import { many, run, sql } from '../db/database.ts';
import { type ImageStore, imageStore } from '../gateways/image-store.ts';
import { deletePicture } from '../pictures/store-picture.ts';

const BATCH = 1_000;
/** After so many the store is unavailable, rather than a picture damaged. */
const MOST_FAILURES = 20;

/**
 * Removes pictures that no row refers to: uploads interrupted at least a day ago, before their row was written, and pictures
 * whose process ended before removing them. Lists nothing in the store. Does nothing during the inventory. A picture that cannot
 * be deleted does not stop the others. Rejects when a deletion fails or the database is unavailable; the next run continues.
 */
export async function clearOrphanPictures(store: ImageStore = imageStore()): Promise<void> {
  const failures: unknown[] = [];
  let last = '';
  for (;;) {
    const due = await many(READ_DUE, { after: last, batch: BATCH });
    const used = due.filter(({ use }) => use === 'shown');
    if (used.length > 0) await run(MARK_USED, { paths: used.map(({ path }) => path), reads: used.map(readOf) });
    for (const { path } of due.filter(({ use }) => use === 'none')) {
      await deletePicture(store, path).catch((error: unknown) => failures.push(error));
    }
    last = due.at(-1)?.path ?? last;
    if (due.length < BATCH || failures.length >= MOST_FAILURES) break;
  }
  if (failures.length > 0) throw failures[0];
}

type Due = {
  path: string;
  /** The moment as a text, since a Date has no microseconds. */
  checkAt: string;
  /** `import`: the import that has replaced it can still be undone. It is checked again. */
  use: 'shown' | 'import' | 'none';
};

const readOf = ({ checkAt }: Due): string => checkAt;

// Orders are searched by product. A product's image is a path or, in data that was not entered through the API, a JSON list.
const READ_DUE = sql<{ after: string; batch: number }, Due>(`
  WITH due AS MATERIALIZED (
    SELECT path, product_id, check_at::text AS check_at FROM stored_pictures
    WHERE check_at <= now() AND path > :after
      AND NOT EXISTS (SELECT FROM picture_inventory WHERE last_file IS NOT NULL AND finished_at IS NULL)
    ORDER BY path LIMIT :batch
  )
  SELECT path, check_at, CASE
    WHEN EXISTS (SELECT FROM products WHERE image = due.path AND image LIKE '/uploads/%')
      OR EXISTS (SELECT FROM product_pictures WHERE image = due.path)
      OR EXISTS (SELECT FROM users WHERE profile_image = due.path)
      OR EXISTS (SELECT FROM shops WHERE picture = due.path)
      OR EXISTS (SELECT FROM order_items WHERE product_id = due.product_id AND strpos(image, due.path) > 0)
      OR EXISTS (SELECT FROM products WHERE image LIKE '[%' AND strpos(image, due.path) > 0) THEN 'shown'
    WHEN EXISTS (
      SELECT FROM imported_pictures f JOIN picture_imports i ON i.id = f.import_id
      WHERE f.former_image = due.path AND i.undone_at IS NULL AND i.changed_at > now() - interval '2 days'
    ) THEN 'import'
    ELSE 'none' END AS use
  FROM due ORDER BY path`);

// Not if its last row has been deleted in the meantime. Transactions that change pictures lock several rows in any order.
const MARK_USED = sql<{ paths: string[]; reads: string[] }>(`
  UPDATE stored_pictures SET check_at = NULL WHERE path IN (
    SELECT s.path FROM stored_pictures s
    JOIN unnest(:paths::text[], :reads::text[]) AS read (path, check_at) ON s.path = read.path AND s.check_at = read.check_at::timestamptz
    FOR UPDATE OF s SKIP LOCKED
  )`);
