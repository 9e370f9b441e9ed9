import { LOW_STOCK } from '@haat/contract/rules/product-input';
import { OPEN_STATUSES } from '@haat/machines/order-status/order.machine';
import { many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../auth/session.ts';
import { requireShopOrders } from '../orders/list-orders.ts';
import { LINE_PAISE } from '../orders/order-record.ts';

export const DAYS_SHOWN = 14;
export const BEST_SHOWN = 5;
export const LOW_SHOWN = 8;

type Day = { day: string; orders: number; revenuePaise: number };
type BestSeller = { productId: number; name: string; image: string | null; quantity: number; revenuePaise: number };
type LowStock = { productId: number; variantId: number; name: string; option: string | null; stock: number };

export type ShopStats = {
  /** 14 days in the shop's time zone as YYYY-MM-DD, oldest first, today last. */
  days: Day[];
  openOrders: number;
  bestSellers: BestSeller[];
  lowStock: LowStock[];
  lowStockCount: number;
};

type Request = { by: Session; shopId: number; now?: Date };

/**
 * The statistics of a shop, for its members and the platform operator. Throws `forbidden` for others, and `not_found` when
 * the operator asks for a shop that does not exist.
 */
export async function readShopStats({ by, shopId, now = new Date() }: Request): Promise<ShopStats> {
  requireShopOrders(by, shopId);
  const period = { shopId, now, dayCount: DAYS_SHOWN };
  const days = await many(DAYS, period);
  if (days.length === 0) throw new DomainError('not_found', 'Shop Not Found');
  const bestSellers = await many(BEST_SELLERS, { ...period, limit: BEST_SHOWN });
  const lowStock = await many(LOW_STOCK_ROWS, { shopId, threshold: LOW_STOCK, limit: LOW_SHOWN });
  const openOrders = (await one(OPEN_ORDERS, { shopId }))?.openOrders ?? 0;
  return { days, openOrders, bestSellers, lowStock, lowStockCount: lowStock[0]?.total ?? 0 };
}

type Period = { shopId: number; now: Date; dayCount: number };

/** Orders that ended without delivery, refunded ones, and those without their payment, are no revenue. */
const IS_REVENUE = `o.payment_status NOT IN ('cancelled', 'awaiting', 'expired', 'refund_due', 'refunded')`;

/**
 * The orders of the last days. A day begins at midnight in the shop's time zone; both ends of the period are computed once,
 * so that the orders between them are found by the index `orders_by_time`.
 */
const RECENT_ORDERS = `
  shop AS (
    SELECT id, time_zone, date_trunc('day', :now::timestamptz AT TIME ZONE time_zone) AS today
    FROM shops WHERE id = :shopId
  ),
  recent AS MATERIALIZED (
    SELECT o.id, o.total_paise - o.refunded_paise AS revenue_paise, (o.created_at AT TIME ZONE shop.time_zone)::date AS day
    FROM shop JOIN orders o ON o.shop_id = shop.id
      AND o.created_at >= (shop.today - make_interval(days => :dayCount::int - 1)) AT TIME ZONE shop.time_zone
      AND o.created_at < (shop.today + interval '1 day') AT TIME ZONE shop.time_zone
      AND ${IS_REVENUE}
  )`;

/** A row for each day, oldest first, also for those without an order; none when the shop does not exist. */
export const DAYS = sql<Period, Day>(
  `
  WITH ${RECENT_ORDERS}
  SELECT to_char(each.day, 'YYYY-MM-DD') AS day, count(recent.id)::int AS orders,
    coalesce(sum(recent.revenue_paise), 0)::bigint AS revenue_paise
  FROM shop
  CROSS JOIN LATERAL generate_series(shop.today - make_interval(days => :dayCount::int - 1), shop.today, '1 day') AS each (day)
  LEFT JOIN recent ON recent.day = each.day::date
  GROUP BY each.day ORDER BY each.day`,
  'shop-stats-days',
);

/** By quantity, under the product's current name. */
export const BEST_SELLERS = sql<Period & { limit: number }, BestSeller>(
  `
  WITH ${RECENT_ORDERS}
  SELECT p.id AS product_id, p.name, p.image, sold.quantity, sold.revenue AS revenue_paise
  FROM (
    SELECT i.product_id, sum(i.quantity)::int AS quantity, sum(${LINE_PAISE})::bigint AS revenue
    FROM recent JOIN order_items i ON i.order_id = recent.id
    GROUP BY i.product_id ORDER BY quantity DESC, revenue DESC, i.product_id LIMIT :limit
  ) sold JOIN products p ON p.id = sold.product_id
  ORDER BY sold.quantity DESC, sold.revenue DESC, p.id`,
  'shop-stats-best-sellers',
);

/** `total`: how many there are in all. */
export const LOW_STOCK_ROWS = sql<{ shopId: number; threshold: number; limit: number }, LowStock & { total: number }>(
  `
  SELECT p.id AS product_id, v.id AS variant_id, p.name,
    nullif(concat_ws(' · ', size.name, color.name, unit.name), '') AS option, v.stock, count(*) OVER ()::int AS total
  FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL AND v.stock <= :threshold
  LEFT JOIN sizes size ON size.id = v.size_id
  LEFT JOIN colors color ON color.id = v.color_id
  LEFT JOIN units unit ON unit.id = v.unit_id
  WHERE p.shop_id = :shopId AND p.is_published AND p.deleted_at IS NULL
  ORDER BY v.stock, p.name, v.id LIMIT :limit`,
  'shop-stats-low-stock',
);

export const OPEN_ORDERS = sql<{ shopId: number }, { openOrders: number }>(
  `
  SELECT count(*)::int AS open_orders FROM orders
  WHERE shop_id = :shopId AND status IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')}) AND payment_status NOT IN ('awaiting', 'expired')`,
  'shop-stats-open-orders',
);
