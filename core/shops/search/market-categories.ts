import { RecentValues } from '../../lib/cache/recent-values.ts';
import { isInStock } from '../../catalog/product-listing.sql.ts';
import { many, sql } from '../../db/database.ts';
import { findNearbyShops } from '../find-nearby-shops.ts';
import { listAllShops } from '../list-all-shops.ts';
import { countUseHere } from '../../rate-limit/limit.ts';
import { PER_ADDRESS } from './search-market.ts';
import type { Place } from './search.sql.ts';

const MAX_SHOPS = 50;
const KEPT_MS = 5 * 60_000;
const BYTES = 512;

const recent = new RecentValues<string, { until: number; names: string[] }>({
  maxEntries: 1000,
  maxBytes: 1000 * BYTES,
});

/** `clientAddress`: the network address whose searches are limited. */
type Request = { place?: Place | undefined; clientAddress?: string; now?: Date };

/**
 * The categories of which most shops have goods in stock, at most twelve, each once however many shops name it so: of the 50 nearest
 * shops whose reach includes the place, or else of the first 50 in the list of all shops. Up to five minutes old. Throws DomainError
 * `rate_limited`; it counts as a search.
 */
export async function marketCategories({ place, clientAddress, now = new Date() }: Request): Promise<string[]> {
  if (clientAddress !== undefined) await countUseHere(PER_ADDRESS, clientAddress);
  // A hundredth of a degree is about a kilometre.
  const key = place ? `${place.latitude.toFixed(2)} ${place.longitude.toFixed(2)}` : '';
  const known = recent.get(key);
  if (known && known.until > now.getTime()) return known.names;
  const shops = place
    ? await findNearbyShops({ ...place, limit: MAX_SHOPS })
    : await listAllShops({ now, limit: MAX_SHOPS });
  const rows = await many(CATEGORIES, { shopIds: shops.map(({ id }) => id) });
  const names = rows.map(({ name }) => name);
  recent.set(key, { until: now.getTime() + KEPT_MS, names }, BYTES);
  return names;
}

const CATEGORIES = sql<{ shopIds: number[] }, { name: string }>(
  `SELECT min(name) AS name FROM (
     SELECT p.shop_id, btrim(coalesce(parent.name, c.name)) AS name
     FROM products p JOIN categories c ON c.id = p.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
     WHERE p.shop_id = ANY(:shopIds::bigint[]) AND p.is_published AND p.deleted_at IS NULL
       AND EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL AND ${isInStock('v')})
   ) stocked
   GROUP BY lower(name) ORDER BY count(DISTINCT shop_id) DESC, count(*) DESC, 1 LIMIT 12`,
);
