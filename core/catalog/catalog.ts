import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import type { Bus } from '../live/bus.ts';
import { EncodedBody } from '../lib/cache/encoded-body.ts';
import { type Versioned, VersionedCache } from '../lib/cache/versioned-cache.ts';
import { many, oneOfVersion, sql } from '../db/database.ts';
import { openReplica } from '../db/replica-reads.ts';
import { DomainError } from '../errors.ts';
import { PRODUCT_JSON, VARIANTS_OF_PRODUCT } from './product.sql.ts';

type CatalogPage = { shopId: number; limit?: number | undefined; after?: number | undefined };

/**
 * The published products of a shop as JSON, by their id: the whole catalog from memory, a page of it from the database.
 * Throws DomainError `not_found` for a shop that is unknown or suspended.
 */
export async function findCatalog(page: CatalogPage): Promise<EncodedBody> {
  const isWhole = page.limit === undefined && page.after === undefined;
  const catalog = isWhole ? await catalogCache.get(page.shopId) : (await readPage(page))?.value;
  if (!catalog) throw new DomainError('not_found', 'Shop Not Found');
  return catalog;
}

const readPage = (page: CatalogPage) => readCatalog(page, catalogCache.known(page.shopId));

const MAX_STALE_MS = 2_000;
/** A replica may have an older version than the one that was announced. */
const rememberMs = (): number => openReplica()?.maxLagMs ?? 0;

/** The catalogs that this process has read lately, by shop. At most two seconds old when the bus fails. */
export const catalogCache = new VersionedCache<number, EncodedBody>({
  load: (shopId, atLeast) => readCatalog({ shopId }, atLeast),
  version: readCatalogVersion,
  maxStaleMs: MAX_STALE_MS,
  rememberMs,
  maxEntries: 5000,
  maxBytes: 64 * 1024 * 1024,
});

/** The versions of the catalogs that this process has read parts of lately, by shop. */
export const catalogVersions = new VersionedCache<number, number>({
  load: async (shopId, atLeast) => {
    const version = await readCatalogVersion(shopId, atLeast);
    return version === undefined ? undefined : { version, value: version, bytes: 0 };
  },
  version: readCatalogVersion,
  maxStaleMs: MAX_STALE_MS,
  rememberMs,
  maxEntries: 20_000,
  maxBytes: Infinity,
});

/** Invalidates the caches by the signals of changed catalogs. Returns how to stop. */
export function watchCatalogs(bus: Pick<Bus, 'subscribe' | 'onReconnect'>): () => void {
  const unsubscribe = bus.subscribe((signal) => {
    if (signal.type !== 'catalog') return;
    for (const cache of [catalogCache, catalogVersions]) cache.announce(signal.shopId, signal.version);
  });
  const stopOnReconnect = bus.onReconnect(() => {
    for (const cache of [catalogCache, catalogVersions]) cache.invalidateAll();
  });
  return () => {
    unsubscribe();
    stopOnReconnect();
  };
}

/**
 * The products of a catalog as the text of a JSON list, which is sent without being parsed, and the version of the catalog,
 * both of one snapshot, and that at least `atLeast`. Undefined for a shop that is unknown or suspended.
 */
export async function readCatalog(page: CatalogPage, atLeast = -1): Promise<Versioned<EncodedBody> | undefined> {
  const { shopId, after = 0, limit = MAX_PRODUCTS } = page;
  const row = await oneOfVersion(CATALOG, { shopId, after, limit: Math.min(limit, MAX_PRODUCTS) }, atLeast);
  if (!row) return undefined;
  const value = new EncodedBody(row.body);
  // The compressed forms take less than half of the size again.
  return { version: row.version, value, bytes: Math.ceil(value.identity.length * 1.5) };
}

const CATALOG = sql<{ shopId: number; after: number; limit: number }, { version: number; body: string }>(
  `SELECT catalogs.version, (
     SELECT coalesce(json_agg(product ORDER BY id), '[]')::text FROM (
       SELECT p.id, ${PRODUCT_JSON} AS product
       FROM products p ${VARIANTS_OF_PRODUCT}
       WHERE p.shop_id = shops.id AND p.is_published AND p.deleted_at IS NULL AND p.id > :after AND v.list IS NOT NULL
       ORDER BY p.id LIMIT :limit
     ) page
   ) AS body
   FROM shops JOIN catalogs ON catalogs.shop_id = shops.id
   WHERE shops.id = :shopId AND shops.suspended_at IS NULL`,
  { readFrom: 'replica' },
);

/** The version of a shop's catalog, at least `atLeast`; undefined for a shop that is unknown or suspended. */
export async function readCatalogVersion(shopId: number, atLeast = -1): Promise<number | undefined> {
  return (await oneOfVersion(CATALOG_VERSION, { shopId }, atLeast))?.version;
}

const CATALOG_VERSION = sql<{ shopId: number }, { version: number }>(
  `SELECT catalogs.version FROM shops JOIN catalogs ON catalogs.shop_id = shops.id
   WHERE shops.id = :shopId AND shops.suspended_at IS NULL`,
  { readFrom: 'replica' },
);

/** The current versions of many catalogs. Unknown and suspended shops are left out. */
export const readCatalogVersions = (shopIds: number[]): Promise<{ shopId: number; version: number }[]> =>
  many(CATALOG_VERSIONS, { shopIds });

const CATALOG_VERSIONS = sql<{ shopIds: number[] }, { shopId: number; version: number }>(
  `SELECT catalogs.shop_id, catalogs.version FROM shops JOIN catalogs ON catalogs.shop_id = shops.id
   WHERE shops.id = ANY(:shopIds::bigint[]) AND shops.suspended_at IS NULL`,
);
