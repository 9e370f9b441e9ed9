import { database } from '../../db/database.ts';
import { type ImageStore, imageStore } from '../../gateways/image-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const STORED = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-\d+\.(webp|jpeg)$/;

/**
 * Removes pictures that an upload left behind when its process was killed before the row was written: those of the store
 * that have not changed for a day and that no row names. Files that neither `storePicture` nor `storeShopPicture` named
 * are left alone. Rejects when the store or the database does not answer.
 */
export async function clearOrphanPictures(store: ImageStore = imageStore()): Promise<void> {
  const dayAgo = new Date(Date.now() - DAY_MS);
  for await (const files of store.unchangedSince(dayAgo)) {
    for (const orphan of await orphansAmong(files)) await store.remove(orphan);
  }
}

async function orphansAmong(files: string[]): Promise<string[]> {
  const byName = Map.groupBy(files, (file) => STORED.exec(file)?.[1]);
  const names = [...byName.keys()].filter((name) => name !== undefined);
  const orphans = names.length > 0 ? await withoutRow(names) : [];
  return orphans.flatMap((name) => byName.get(name) ?? []);
}

// The orders are many: they are asked about the few that nothing else names.
async function withoutRow(names: string[]): Promise<string[]> {
  const unnamed = await unnamedIn(NAMED_BY_ROWS, names);
  return unnamed.length > 0 ? unnamedIn(NAMED_BY_ORDERS, unnamed) : [];
}

async function unnamedIn(statement: string, names: string[]): Promise<string[]> {
  const { rows } = await database().pool.query<{ name: string }>(statement, [names]);
  const named = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !named.has(name));
}

// A product's image is a path, or a list of paths as JSON.
const NAME_IN_PATH = `'/uploads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9]+\\.(?:webp|jpeg)', 'g'`;

const NAMED_BY_ROWS = `
  SELECT found[1] AS name
  FROM (
    SELECT profile_image AS image FROM users UNION ALL SELECT image FROM products UNION ALL SELECT picture FROM shops
  ) picture, regexp_matches(picture.image, ${NAME_IN_PATH}) found
  WHERE found[1] = ANY($1::text[])`;

const NAMED_BY_ORDERS = `
  SELECT DISTINCT found[1] AS name
  FROM order_items, regexp_matches(image, ${NAME_IN_PATH}) found
  WHERE image LIKE '%/uploads/%' AND found[1] = ANY($1::text[])`;
