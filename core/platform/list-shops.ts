import { FIGURE_DAYS, type ShopSort, type ShopState } from '@haat/contract/platform/operator-lists';
import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { toRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { IS_ORDERED } from '../money/money.sql.ts';
import { pausedAt } from '../shops/paused.sql.ts';
import { hasProducts } from '../shops/public-shops.sql.ts';
import { containing, operatorList } from './operator-list.ts';

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

type ShopFilter = {
  search?: string | undefined;
  state?: ShopState | undefined;
  trade?: string | undefined;
  slug?: string | undefined;
};

const STATE = `CASE
      WHEN shop.suspended_at IS NOT NULL THEN 'suspended'
      WHEN NOT shop.is_platform AND NOT ${hasProducts('shop.id')} THEN 'getting_ready'
      WHEN shop.not_responding THEN 'not_responding'
      WHEN (${pausedAt('shop')}) IS NOT NULL THEN 'paused'
      ELSE 'open' END`;

const OF_SHOP = `FROM orders o WHERE o.shop_id = shop.id`;
const PLACED = `o.payment_status NOT IN ('awaiting', 'expired')`;
const RECENT = `${OF_SHOP} AND o.created_at >= now() - interval '${FIGURE_DAYS} days' AND ${IS_ORDERED}`;
const LAST_ORDER = `(SELECT max(o.created_at) ${OF_SHOP} AND ${PLACED})`;
const PRODUCTS = `(SELECT count(*) FROM products p WHERE p.shop_id = shop.id AND p.is_published AND p.deleted_at IS NULL)`;
const PROBLEMS = `(SELECT count(*) FROM order_problems p WHERE p.shop_id = shop.id AND p.solved_at IS NULL)`;

const FIGURES = `CROSS JOIN LATERAL (
    SELECT count(*) AS orders, coalesce(sum(o.total_paise), 0)::bigint AS ordered_paise ${RECENT}
  ) recent`;

const SELECT_SHOPS = `
  SELECT shop.id, shop.slug, shop.name, shop.trade, shop.address, shop.phone, shop.is_platform, shop.created_at,
    shop.latitude IS NOT NULL AND shop.longitude IS NOT NULL AS has_place, ${STATE} AS state,
    CASE WHEN shop.suspended_at IS NOT NULL THEN coalesce(shop.suspended_reason, '') END AS suspended_for,
    (SELECT json_build_object('email', u.email, 'mobile', u.login_mobile)
      FROM shop_members m JOIN users u ON u.id = m.user_id
      WHERE m.shop_id = shop.id AND m.role = 'admin' ORDER BY m.id LIMIT 1) AS admin,
    (SELECT count(*) FROM shop_members m WHERE m.shop_id = shop.id) AS members,
    (SELECT count(*) ${OF_SHOP} AND ${IS_ORDERED}
      AND o.created_at >= date_trunc('day', now(), shop.time_zone)) AS orders_today,
    recent.orders, recent.ordered_paise, ${LAST_ORDER} AS last_order_at, ${PRODUCTS} AS products, ${PROBLEMS} AS problems
  FROM shops shop ${FIGURES}`;

type ShopSums = Pick<ListedShop, 'orders' | 'orderedPaise' | 'products' | 'problems'> & { shops: number };

/** The shops of the platform, or the one of that slug. Today begins at midnight in the shop's time zone. */
export const listedShops = operatorList<ListedShop, ShopFilter, ShopSort, ShopSums>({
  table: 'shops',
  as: 'shop',
  keys: {
    created: 'shop.id',
    name: `lower(coalesce(nullif(btrim(shop.name), ''), shop.slug))`,
    orders: `(SELECT count(*) ${RECENT})`,
    ordered: `(SELECT coalesce(sum(o.total_paise), 0) ${RECENT})`,
    last_order: `coalesce(${LAST_ORDER}, '-infinity')`,
    products: PRODUCTS,
    problems: PROBLEMS,
  },
  match: ({ search = '', state, trade, slug }) => ({
    where: `(:slug::text IS NULL OR lower(shop.slug) = lower(:slug))
      AND (shop.slug ILIKE :pattern OR shop.name ILIKE :pattern OR shop.address ILIKE :pattern OR shop.phone LIKE :pattern)
      AND (:trade::text IS NULL OR lower(btrim(shop.trade)) = lower(btrim(:trade)))
      AND (:state::text IS NULL OR ${STATE} = :state)`,
    params: {
      pattern: containing(shopPhoneIn(search)?.replace(/^0/, '') ?? search.trim()),
      state,
      trade: trade || undefined,
      slug,
    },
  }),
  rows: (ids, { by }) => `${SELECT_SHOPS} WHERE shop.id = ANY (ARRAY(${ids})) ORDER BY ${by}`,
  sums: `
    SELECT count(*) AS shops, coalesce(sum(recent.orders), 0)::bigint AS orders,
      coalesce(sum(recent.ordered_paise), 0)::bigint AS ordered_paise,
      coalesce(sum(${PRODUCTS}), 0)::bigint AS products, coalesce(sum(${PROBLEMS}), 0)::bigint AS problems
    FROM shops shop ${FIGURES}`,
  most: 200,
  file: {
    name: 'shops',
    columns: {
      shop: shopName,
      link: ({ slug }) => slug,
      type: ({ trade }) => trade,
      state: ({ state }) => state,
      address: ({ address }) => address,
      phone: ({ phone }) => phone,
      admin_email: ({ admin }) => admin?.email ?? null,
      admin_mobile: ({ admin }) => admin?.mobile ?? null,
      created: ({ createdAt }) => createdAt,
      members: ({ members }) => members,
      orders_30_days: ({ orders }) => orders,
      ordered_30_days: ({ orderedPaise }) => toRupees(orderedPaise).toFixed(2),
      last_order: ({ lastOrderAt }) => lastOrderAt,
      products: ({ products }) => products,
      open_problems: ({ problems }) => problems,
    },
  },
  declare: (text) => sql(text, { readFrom: 'replica' }),
});

/** Throws `not_found`. */
export async function findListedShop({ id }: { id: number }): Promise<ListedShop> {
  const shop = await one(FIND, { id });
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}

const FIND = sql<{ id: number }, ListedShop>(`${SELECT_SHOPS} WHERE shop.id = :id`);

/** The sums of all shops that match the filter. `trades`: the types that any shop has. */
export async function summarizeShops(filter: ShopFilter): Promise<ShopSums & { trades: string[] }> {
  const [sums, trades] = await Promise.all([listedShops.summarize(filter), many(TRADES, {})]);
  return { ...sums, trades: trades.map(({ trade }) => trade) };
}

const TRADES = sql<object, { trade: string }>(
  `SELECT min(btrim(trade)) AS trade FROM shops WHERE btrim(trade) <> '' GROUP BY lower(btrim(trade)) ORDER BY 1 LIMIT 200`,
  { readFrom: 'replica' },
);
