import {
  type Direction,
  FIGURE_DAYS,
  firstDirection,
  type ShopSort,
  type ShopState,
} from '@haat/contract/platform/operator-lists';
import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { IS_ORDERED } from '../money/money.sql.ts';
import { pausedAt } from '../shops/paused.sql.ts';
import { hasProducts } from '../shops/public-shops.sql.ts';

/**
 * A shop of the operator's list. `orders` and `orderedPaise`: of the last `FIGURE_DAYS` days. As in the money reports, orders
 * that were never paid or ended before their delivery do not count.
 */
export type ListedShop = {
  id: number;
  slug: string;
  name: string | null;
  trade: string | null;
  address: string | null;
  phone: string | null;
  admin: { email: string | null; mobile: string | null } | null;
  isPlatform: boolean;
  hasPlace: boolean;
  state: ShopState;
  suspendedFor: string | null;
  createdAt: Date;
  members: number;
  ordersToday: number;
  orders: number;
  orderedPaise: number;
  lastOrderAt: Date | null;
  products: number;
  problems: number;
};

export type ShopFilter = { search?: string | undefined; state?: ShopState | undefined; trade?: string | undefined };
export type ShopSorting = { sort?: ShopSort | undefined; direction?: Direction | undefined };
type Page = { limit?: number | undefined; after?: number | undefined };

const DEFAULT_LIMIT = 50;
const MOST_SHOPS = 200;

/**
 * The shops of the platform that match the filter, or the one of that slug, sorted, after the shop `after` in the list: 50, or
 * `limit` up to 200. Today begins at midnight in the shop's time zone.
 */
export async function listAllShops(
  request: ShopFilter & ShopSorting & Page & { slug?: string | undefined },
): Promise<ListedShop[]> {
  const { sort = 'created', direction = firstDirection(sort), limit = DEFAULT_LIMIT, after, slug } = request;
  const params = { ...matchParams(request), slug, after, limit: Math.min(limit, MOST_SHOPS) };
  return many(listSql(sort, direction), params);
}

/** The ids of all shops that match the filter, sorted like the list. */
export async function listShopIds(request: ShopFilter & ShopSorting): Promise<number[]> {
  const { sort = 'created', direction = firstDirection(sort) } = request;
  const ids = sql<Matches, { id: number }>(
    `SELECT shop.id FROM shops shop WHERE ${MATCHES} ORDER BY ${KEYS[sort]} ${direction}, shop.id ${direction}`,
    { prepare: false, readFrom: 'replica' },
  );
  return (await many(ids, { ...matchParams(request), slug: undefined })).map(({ id }) => id);
}

/** The shops of these ids, in any order. */
export const readShops = (ids: number[]): Promise<ListedShop[]> => many(READ, { ids });

/** Throws `not_found`. */
export async function findListedShop({ id }: { id: number }): Promise<ListedShop> {
  const shop = await one(FIND, { id });
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}

export type ShopsSummary = Pick<ListedShop, 'orders' | 'orderedPaise' | 'products' | 'problems'> & {
  shops: number;
  trades: string[];
};

/** The sums of all shops that match the filter. `trades`: the types that any shop has. */
export async function summarizeShops(filter: ShopFilter): Promise<ShopsSummary> {
  const [sums, trades] = await Promise.all([one(SUMS, { ...matchParams(filter), slug: undefined }), many(TRADES, {})]);
  if (!sums) throw new Error('A sum has one row');
  return { ...sums, trades: trades.map(({ trade }) => trade) };
}

type Matches = {
  pattern: string;
  state: ShopState | undefined;
  trade: string | undefined;
  slug: string | undefined;
};

const matchParams = ({ search = '', state, trade }: ShopFilter): Omit<Matches, 'slug'> => ({
  pattern: `%${(shopPhoneIn(search)?.replace(/^0/, '') ?? search.trim()).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  state,
  trade: trade || undefined,
});

const STATE = `CASE
      WHEN shop.suspended_at IS NOT NULL THEN 'suspended'
      WHEN NOT shop.is_platform AND NOT ${hasProducts('shop.id')} THEN 'getting_ready'
      WHEN shop.not_responding THEN 'not_responding'
      WHEN (${pausedAt('shop')}) IS NOT NULL THEN 'paused'
      ELSE 'open' END`;

const MATCHES = `(:slug::text IS NULL OR lower(shop.slug) = lower(:slug))
    AND (shop.slug ILIKE :pattern OR shop.name ILIKE :pattern OR shop.address ILIKE :pattern OR shop.phone LIKE :pattern)
    AND (:trade::text IS NULL OR lower(btrim(shop.trade)) = lower(btrim(:trade)))
    AND (:state::text IS NULL OR ${STATE} = :state)`;

const OF_SHOP = `FROM orders o WHERE o.shop_id = shop.id`;
const PLACED = `o.payment_status NOT IN ('awaiting', 'expired')`;
const RECENT = `${OF_SHOP} AND o.created_at >= now() - interval '${FIGURE_DAYS} days' AND ${IS_ORDERED}`;
const LAST_ORDER = `(SELECT max(o.created_at) ${OF_SHOP} AND ${PLACED})`;
const PRODUCTS = `(SELECT count(*) FROM products p WHERE p.shop_id = shop.id AND p.is_published AND p.deleted_at IS NULL)`;
const PROBLEMS = `(SELECT count(*) FROM order_problems p WHERE p.shop_id = shop.id AND p.solved_at IS NULL)`;

/** The key of each sort, never NULL, so that the rows of a page can be compared with the last one before. */
const KEYS: Record<ShopSort, string> = {
  created: 'shop.id',
  name: `lower(coalesce(nullif(btrim(shop.name), ''), shop.slug))`,
  orders: `(SELECT count(*) ${RECENT})`,
  ordered: `(SELECT coalesce(sum(o.total_paise), 0) ${RECENT})`,
  last_order: `coalesce(${LAST_ORDER}, '-infinity')`,
  products: PRODUCTS,
  problems: PROBLEMS,
};

const COLUMNS = `
  shop.id, shop.slug, shop.name, shop.trade, shop.address, shop.phone, shop.is_platform, shop.created_at,
    shop.latitude IS NOT NULL AND shop.longitude IS NOT NULL AS has_place, ${STATE} AS state,
    CASE WHEN shop.suspended_at IS NOT NULL THEN coalesce(shop.suspended_reason, '') END AS suspended_for,
    (SELECT json_build_object('email', u.email, 'mobile', u.login_mobile)
      FROM shop_members m JOIN users u ON u.id = m.user_id
      WHERE m.shop_id = shop.id AND m.role = 'admin' ORDER BY m.id LIMIT 1) AS admin,
    (SELECT count(*) FROM shop_members m WHERE m.shop_id = shop.id) AS members,
    (SELECT count(*) ${OF_SHOP} AND ${IS_ORDERED}
      AND o.created_at >= date_trunc('day', now(), shop.time_zone)) AS orders_today,
    recent.orders, recent.ordered_paise, ${LAST_ORDER} AS last_order_at, ${PRODUCTS} AS products, ${PROBLEMS} AS problems`;

const FIGURES = `CROSS JOIN LATERAL (
    SELECT count(*) AS orders, coalesce(sum(o.total_paise), 0)::bigint AS ordered_paise ${RECENT}
  ) recent`;

type ListParams = Matches & { after: number | undefined; limit: number };

/** The page is found by its key alone; the other figures are read of its shops only. */
function listSql(sort: ShopSort, direction: Direction) {
  const [comparison, order] = direction === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  return sql<ListParams, ListedShop>(
    `
  WITH page AS (
    SELECT keyed.id, keyed.key FROM (SELECT shop.id, ${KEYS[sort]} AS key FROM shops shop WHERE ${MATCHES}) keyed
    WHERE :after::bigint IS NULL
      OR (keyed.key, keyed.id) ${comparison} (SELECT ${KEYS[sort]}, shop.id FROM shops shop WHERE shop.id = :after)
    ORDER BY keyed.key ${order}, keyed.id ${order} LIMIT :limit
  )
  SELECT ${COLUMNS} FROM page JOIN shops shop ON shop.id = page.id ${FIGURES}
  ORDER BY page.key ${order}, page.id ${order}`,
    { readFrom: 'replica' },
  );
}

const READ = sql<{ ids: number[] }, ListedShop>(
  `SELECT ${COLUMNS} FROM shops shop ${FIGURES} WHERE shop.id = ANY (:ids::bigint[])`,
  { readFrom: 'replica' },
);

const FIND = sql<{ id: number }, ListedShop>(`SELECT ${COLUMNS} FROM shops shop ${FIGURES} WHERE shop.id = :id`);

const SUMS = sql<Matches, Omit<ShopsSummary, 'trades'>>(
  `
  SELECT count(*) AS shops, coalesce(sum(recent.orders), 0)::bigint AS orders,
    coalesce(sum(recent.ordered_paise), 0)::bigint AS ordered_paise,
    coalesce(sum(${PRODUCTS}), 0)::bigint AS products, coalesce(sum(${PROBLEMS}), 0)::bigint AS problems
  FROM shops shop ${FIGURES} WHERE ${MATCHES}`,
  { readFrom: 'replica' },
);

const TRADES = sql<object, { trade: string }>(
  `SELECT min(btrim(trade)) AS trade FROM shops WHERE btrim(trade) <> '' GROUP BY lower(btrim(trade)) ORDER BY 1 LIMIT 200`,
  { readFrom: 'replica' },
);
