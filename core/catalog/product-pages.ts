import { EncodedBody } from '../lib/cache/encoded-body.ts';
import { RecentValues } from '../lib/cache/recent-values.ts';
import { database, one, oneOfVersion, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { catalogVersions } from './catalog.ts';
import { PRODUCT_PAGE_JSON, VARIANTS_OF_PRODUCT } from './product.sql.ts';

type ProductPage = { shopId: number; version: number; body: EncodedBody };

const pages = new RecentValues<number, ProductPage>({ maxEntries: 20_000, maxBytes: 32 * 1024 * 1024 });

/**
 * A published product as JSON, for anyone. It is cached until the catalog of its shop changes. Throws DomainError `not_found`
 * for unknown, hidden and deleted products and products of suspended shops.
 */
export async function findProduct(id: number): Promise<EncodedBody> {
  const page = pages.get(id);
  if (page && (await catalogVersions.get(page.shopId)) === page.version) return page.body;
  const row = await readProduct(id);
  if (!row) {
    pages.delete(id);
    throw new DomainError('not_found', 'Product not found');
  }
  const { shopId, version } = row;
  const body = new EncodedBody(row.body);
  // The compressed forms take less than half of the size again.
  pages.set(id, { shopId, version, body }, Math.ceil(body.identity.length * 1.5));
  catalogVersions.announce(shopId, version);
  return body;
}

/** Of the primary, if the replica does not have it or is known to have an older catalog. */
async function readProduct(id: number) {
  const row = await oneOfVersion(PRODUCT, { id }, -1);
  const isOld = row !== undefined && row.version < catalogVersions.known(row.shopId);
  return isOld ? one(PRODUCT, { id }, database().pool) : row;
}

/** The same if it is known to be current; undefined when the database must be read. */
export function peekProduct(id: number): EncodedBody | undefined {
  const page = pages.get(id);
  return page && catalogVersions.peek(page.shopId) === page.version ? page.body : undefined;
}

const PRODUCT = sql<{ id: number }, { shopId: number; version: number; body: string }>(
  `SELECT p.shop_id, catalogs.version, (${PRODUCT_PAGE_JSON})::text AS body
   FROM products p JOIN shops ON shops.id = p.shop_id JOIN catalogs ON catalogs.shop_id = p.shop_id ${VARIANTS_OF_PRODUCT}
   WHERE p.id = :id AND p.is_published AND p.deleted_at IS NULL AND shops.suspended_at IS NULL AND v.list IS NOT NULL`,
  { readFrom: 'replica' },
);
