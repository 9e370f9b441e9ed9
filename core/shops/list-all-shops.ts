import type { OpeningHours } from '@haat/contract/shops/opening-hours';
import { SHOPS_PER_PAGE } from '@haat/contract/shops/shops.calls';
import { many, sql } from '../db/database.ts';
import { isOpen, openingHours } from './opening-hours.sql.ts';
import { pausedAt } from './paused.sql.ts';
import { isPublic } from './public-shops.sql.ts';

const MAX_LIMIT = 1000;

/** What lists of shops have of each. */
export type ShopListing = {
  id: number;
  slug: string;
  name: string | null;
  trade: string | null;
  address: string | null;
  opening: OpeningHours;
  pausedAt: Date | null;
  minOrderPaise: number | null;
  picture: string | null;
};

type ListedShop = ShopListing & { isOpen: boolean; latitude: number | null; longitude: number | null };

/**
 * The public shops by name, starting with shops that are open at `now` and take orders; 100, or `limit` up to 1000. `after` is
 * the id of the last shop of the previous page, `afterOpen` whether that page listed it as open. Without `afterOpen` its present
 * state counts, so that a shop that has closed since would make the page begin among the closed ones.
 */
export async function listAllShops(page: {
  now: Date;
  limit?: number;
  after?: number;
  afterOpen?: boolean;
}): Promise<ListedShop[]> {
  const { now, limit = SHOPS_PER_PAGE, after = null, afterOpen = null } = page;
  return many(ALL_SHOPS, { now, limit: Math.min(limit, MAX_LIMIT), after, afterOpen });
}

const IS_OPEN = `((${pausedAt()}) IS NULL AND ${isOpen('(:now::timestamptz AT TIME ZONE time_zone)')})`;

// The expression of the index shops_by_name.
const SORT_NAME = `lower(coalesce(nullif(btrim(name), ''), replace(slug, '-', ' ')))`;

const shopsThat = (state: string, precedes: string) => `
  (SELECT id, slug, name, trade, address, ${openingHours()} AS opening, ${pausedAt()} AS paused_at, min_order_paise, picture,
     latitude, longitude, ${state} AS is_open, ${SORT_NAME} AS sort_name
   FROM shops
   WHERE ${isPublic()} AND (${IS_OPEN}) = ${state}
     AND (:after::bigint IS NULL OR ${precedes} OR
       ((SELECT is_open FROM page) = ${state} AND (${SORT_NAME}, id) > (SELECT sort_name, id FROM page)))
   ORDER BY ${SORT_NAME}, id
   LIMIT (SELECT :limit::integer))`;

// Two lists in the order of the index, each cut off at the limit: sorting all shops by whether they are open would read every
// row of the table on each visit.
export const ALL_SHOPS = sql<{ now: Date; limit: number; after: number | null; afterOpen: boolean | null }, ListedShop>(
  `WITH page AS (SELECT id, coalesce(:afterOpen::boolean, ${IS_OPEN}) AS is_open, ${SORT_NAME} AS sort_name
     FROM shops WHERE id = :after)
   SELECT id, slug, name, trade, address, opening, paused_at, min_order_paise, picture,
     latitude, longitude, is_open
   FROM (${shopsThat('true', 'false')} UNION ALL ${shopsThat('false', '(SELECT is_open FROM page)')}) shop
   ORDER BY is_open DESC, sort_name, id
   LIMIT (SELECT :limit::integer)`,
  { readFrom: 'replica' },
);
