import { many, type Sql, sql } from '../../db/database.ts';
import { type ImageStore, imageStore } from '../../gateways/image-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const STORED = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-large)?-\d+\.(webp|jpeg)$/;

/**
 * Removes pictures whose upload was interrupted before their row was written: those that have not changed for a day and that
 * no row refers to. Files that `store-picture.ts` did not name are ignored. Rejects when the store or
 * the database is unavailable.
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

// Orders are many, so they are searched only for names that nothing else refers to.
async function withoutRow(names: string[]): Promise<string[]> {
  const unnamed = await withoutRowIn(NAMED_BY_ROWS, names);
  return unnamed.length > 0 ? withoutRowIn(NAMED_BY_ORDERS, unnamed) : [];
}

type NameSearch = Sql<{ names: string[] }, { name: string }>;

async function withoutRowIn(statement: NameSearch, names: string[]): Promise<string[]> {
  const rows = await many(statement, { names });
  const named = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !named.has(name));
}

// A product's image is a path, or a JSON list of paths. `sql` would read a letter after `(?:` as a parameter.
const NAME_IN_PATH = `'/uploads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-large)?-[0-9]+\\.(webp|jpeg)', 'g'`;

const NAMED_BY_ROWS: NameSearch = sql(`
  SELECT found[1] AS name
  FROM (
    SELECT profile_image AS image FROM users UNION ALL SELECT image FROM products
    UNION ALL SELECT image FROM product_pictures UNION ALL SELECT picture FROM shops
    UNION ALL SELECT f.former_image FROM imported_pictures f JOIN picture_imports i ON i.id = f.import_id
    WHERE i.undone_at IS NULL AND i.changed_at > now() - interval '2 days'
  ) picture, regexp_matches(picture.image, ${NAME_IN_PATH}) found
  WHERE found[1] = ANY(:names::text[])`);

const NAMED_BY_ORDERS: NameSearch = sql(`
  SELECT DISTINCT found[1] AS name
  FROM order_items, regexp_matches(image, ${NAME_IN_PATH}) found
  WHERE image LIKE '%/uploads/%' AND found[1] = ANY(:names::text[])`);
