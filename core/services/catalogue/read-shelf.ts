import { MOST_PRODUCTS } from '@haat/contract/rules/most-products';
import type { Versioned } from '../../cache/versioned-cache.ts';
import { EncodedBody } from '../../cache/encoded-body.ts';
import { database } from '../../db/database.ts';
import { SHELF, SHELF_VERSION, SHELF_VERSIONS } from './shelf.sql.ts';

export type ShelfPage = { shopId: number; limit?: number | undefined; after?: number | undefined };

/**
 * What a shop offers, as the text of a JSON list that was never parsed on its way, with the version of the shelf it was
 * made from, both of one snapshot. Undefined for a shop that is unknown or suspended. Spec section 3.
 */
export async function readShelf(page: ShelfPage): Promise<Versioned<EncodedBody> | undefined> {
  const { rows } = await database().pool.query<{ version: number; body: string }>({
    name: 'shelf',
    text: SHELF,
    values: [page.shopId, page.after ?? 0, Math.min(page.limit ?? MOST_PRODUCTS, MOST_PRODUCTS)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const value = new EncodedBody(row.body);
  // The compressed forms weigh less than half as much again.
  return { version: row.version, value, bytes: Math.ceil(value.identity.length * 1.5) };
}

/** The version of a shop's shelf now; undefined for a shop that is unknown or suspended. */
export async function readShelfVersion(shopId: number): Promise<number | undefined> {
  const { rows } = await database().pool.query<{ version: number }>({
    name: 'shelf-version',
    text: SHELF_VERSION,
    values: [shopId],
  });
  return rows[0]?.version;
}

/** The versions of many shelves now; without those of shops that are unknown or suspended. */
export async function readShelfVersions(shopIds: number[]): Promise<{ shopId: number; version: number }[]> {
  const { rows } = await database().pool.query<{ shopId: number; version: number }>({
    name: 'shelf-versions',
    text: SHELF_VERSIONS,
    values: [shopIds],
  });
  return rows;
}
