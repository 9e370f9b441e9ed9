import { database } from '../../db/database.ts';
import { NEARBY_SHOPS } from './nearby-shops.sql.ts';

const DEFAULT_LIMIT = 50;
const CAP = 200;

export type NearbyShop = {
  id: number;
  slug: string;
  name: string | null;
  address: string | null;
  openTime: string | null;
  closeTime: string | null;
  timeZone: string;
  pausedAt: Date | null;
  distanceMetres: number;
};

type Row = {
  id: number;
  slug: string;
  name: string | null;
  address: string | null;
  open_time: string | null;
  close_time: string | null;
  time_zone: string;
  paused_at: Date | null;
  metres: number;
};

/**
 * The shops open to the public within whose reach the place lies, nearest first: 50, or `limit` up to 200. Latitude and
 * longitude in degrees; `after` is the id of the shop that the page before ended with. Spec section 7.
 */
export async function findNearbyShops(place: {
  latitude: number;
  longitude: number;
  limit?: number;
  after?: number;
}): Promise<NearbyShop[]> {
  const { latitude, longitude, limit = DEFAULT_LIMIT, after = null } = place;
  const { rows } = await database().pool.query<Row>({
    name: 'nearby-shops',
    text: NEARBY_SHOPS,
    values: [latitude, longitude, Math.min(limit, CAP), after],
  });
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    address: row.address,
    openTime: row.open_time,
    closeTime: row.close_time,
    timeZone: row.time_zone,
    pausedAt: row.paused_at,
    distanceMetres: row.metres,
  }));
}
