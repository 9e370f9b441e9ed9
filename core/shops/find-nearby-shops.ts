import { many, sql } from '../db/database.ts';
import type { ShopListing } from './list-all-shops.ts';
import { openingHours } from './opening-hours.sql.ts';
import { pausedAt } from './paused.sql.ts';
import { isPublic } from './public-shops.sql.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

type NearbyShop = ShopListing & { distanceMetres: number };

/** Latitude and longitude in degrees; `after` is the id of the last shop of the previous page. */
export type NearbyPage = {
  latitude: number;
  longitude: number;
  limit?: number | undefined;
  after?: number | undefined;
};

/** How many shops a page has: 50, or `limit` up to 200. */
export const pageSize = ({ limit = DEFAULT_LIMIT }: NearbyPage): number => Math.min(limit, MAX_LIMIT);

/** The public shops whose reach includes the place, nearest first. */
export async function findNearbyShops(page: NearbyPage): Promise<NearbyShop[]> {
  const { latitude, longitude, after = null } = page;
  return many(NEARBY_SHOPS, { latitude, longitude, limit: pageSize(page), after });
}

// The box stops the index scan from visiting the whole country when fewer shops than `limit` are near. It is as wide as the
// widest reach; the exact test follows. Chord and great-circle distance have the same order, so the index order is right.
export const NEARBY_SHOPS = sql<
  { latitude: number; longitude: number; limit: number; after: number | null },
  NearbyShop
>(
  `WITH here AS (SELECT earth_point(:latitude, :longitude) AS point),
   widest AS (SELECT max(reach_metres) AS metres FROM shops
     WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL),
   page AS (SELECT id, earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(:latitude, :longitude)) AS metres
     FROM shops WHERE id = :after)
   SELECT id, slug, name, trade, address, ${openingHours()} AS opening, ${pausedAt()} AS paused_at, min_order_paise, picture,
     earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(:latitude, :longitude)) AS distance_metres
   FROM shops
   WHERE ${isPublic()} AND latitude IS NOT NULL AND longitude IS NOT NULL
     AND earth_box((SELECT point FROM here), (SELECT metres FROM widest)) @> earth_point(latitude, longitude)
     AND earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(:latitude, :longitude)) <= reach_metres
     AND (:after::bigint IS NULL
       OR (earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(:latitude, :longitude)), id)
         > (SELECT metres, id FROM page))
   ORDER BY earth_point(latitude, longitude) <-> (SELECT point FROM here), id
   LIMIT (SELECT :limit::integer)`,
  { readFrom: 'replica' },
);
