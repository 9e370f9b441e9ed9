import { one, run, sql } from '../db/database.ts';
import { PictureInventory, StoredPicture } from '../db/catalog.models.ts';
import { NOW } from '../db/table.ts';
import { type ImageStore, imageStore, type ListedImage } from '../gateways/image-store.ts';
import { pathOfFile } from '../pictures/store-picture.ts';

type Options = { store?: ImageStore; maxBatches?: number };

/**
 * Lists the store once, to enter pictures that `stored_pictures` lacks because they were stored before the table existed or
 * after the restored backup. Continues where the last run stopped, for at most `maxBatches`, and does nothing once it is
 * finished. Returns whether it is finished. Rejects when the store or the database is unavailable.
 */
export async function continuePictureInventory({
  store = imageStore(),
  maxBatches = 500,
}: Options = {}): Promise<boolean> {
  const state = await one(READ_STATE, {});
  if (!state?.isOpen) return state?.isFinished ?? false;
  let batches = 0;
  for await (const files of store.list(state.lastFile ?? undefined)) {
    await enter(files);
    if (++batches === maxBatches) return false;
  }
  await finish();
  return true;
}

const READ_STATE = sql<object, { isOpen: boolean; isFinished: boolean; lastFile: string | null }>(`
  SELECT finished_at IS NULL AND begins_at <= now() AS is_open, finished_at IS NOT NULL AS is_finished, last_file
  FROM picture_inventory`);

/** Makes the whole inventory due again for the next run. */
export async function restartPictureInventory(): Promise<void> {
  await PictureInventory.query().patch({ beginsAt: NOW, lastFile: null, finishedAt: null });
}

async function enter(files: ListedImage[]): Promise<void> {
  const last = files.at(-1)?.name;
  if (last === undefined) return;
  const paths = new Map<string, string>();
  for (const { name, storedAt } of files) {
    const path = pathOfFile(name);
    if (path) paths.set(path, storedAt.toISOString());
  }
  await run(ENTER, { paths: [...paths.keys()], times: [...paths.values()], last });
}

const ENTER = sql<{ paths: string[]; times: string[]; last: string }>(`
  WITH entered AS (
    INSERT INTO stored_pictures (path, check_at)
    SELECT path, stored_at + interval '1 day' FROM unnest(:paths::text[], :times::timestamptz[]) AS listed (path, stored_at)
    ON CONFLICT (path) DO NOTHING
  )
  UPDATE picture_inventory SET last_file = :last WHERE finished_at IS NULL`);

const ITEMS_PER_BATCH = 200_000;

// Maintenance finds a picture that its product no longer has by the product whose orders show it. In batches, because a single
// statement over all items would lock the pictures for minutes.
async function finish(): Promise<void> {
  const last = (await one(LAST_ITEM, {}))?.id ?? 0;
  for (let after = 0; after < last; after += ITEMS_PER_BATCH) {
    await run(FIND_PRODUCTS, { after, until: after + ITEMS_PER_BATCH });
  }
  await PictureInventory.query().whereNull('finishedAt').patch({ finishedAt: NOW });
}

const LAST_ITEM = sql<object, { id: number | null }>('SELECT max(id) AS id FROM order_items');

// An image is a path or, in data that was not entered through the API, a JSON list of paths.
const FIND_PRODUCTS = sql<{ after: number; until: number }>(`
  UPDATE stored_pictures s SET product_id = ordered.product_id
  FROM (
    SELECT (regexp_matches(image, '/uploads/[\\w.-]+', 'g'))[1] AS path, max(product_id) AS product_id
    FROM order_items WHERE id > :after AND id <= :until AND image LIKE '%/uploads/%' GROUP BY 1
  ) ordered
  WHERE s.path = ordered.path AND s.product_id IS NULL`);

/** How many pictures have been entered. */
export const storedPictures = (): Promise<number> => StoredPicture.query().resultSize();
