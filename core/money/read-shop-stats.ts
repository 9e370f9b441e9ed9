import type { StockUnit } from '@haat/contract/catalog/stock-unit';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { many, one, sql } from '../db/database.ts';
import type { Session } from '../accounts/session.ts';
import { type MoneyDay, MONEY_DAYS } from './money-days.sql.ts';
import { readMoneyPeriod } from './money-period.ts';
import { type MoneyParams, ORDERED_ORDERS, TO_COLLECT } from './money.sql.ts';
import { LINE_PAISE } from '../orders/order-record.ts';
import { isLow } from '../catalog/low-stock.sql.ts';
import { itemsOf } from '../catalog/product-listing.sql.ts';

export const DAYS_SHOWN = 14;
export const BEST_SHOWN = 5;
export const LOW_SHOWN = 8;

type BestSeller = { productId: number; name: string; image: string | null; quantity: number; orderedPaise: number };
type LowStock = {
  productId: number;
  variantId: number;
  name: string;
  option: string | null;
  stock: number;
  stockUnit: StockUnit;
};

export type ShopStats = {
  /** 14 days in the shop's time zone as YYYY-MM-DD, oldest first, today last. */
  days: MoneyDay[];
  /** Cash of all open orders. */
  toCollect: { orders: number; paise: number };
  openOrders: number;
  bestSellers: BestSeller[];
  lowStock: LowStock[];
  lowStockCount: number;
  /** Whether customers see any product of the shop. */
  hasProducts: boolean;
};

type Request = { by: Session; shopId: number; now?: Date };

/**
 * The statistics of a shop, for its members and the platform operator. Throws `forbidden` for others, and `not_found` when
 * the operator asks for a shop that does not exist.
 */
export async function readShopStats({ by, shopId, now = new Date() }: Request): Promise<ShopStats> {
  const { params, from, to } = await readMoneyPeriod({ by, shopId, now, lastDays: DAYS_SHOWN });
  const days = await many(MONEY_DAYS, { ...params, from, to });
  const bestSellers = await many(BEST_SELLERS, { ...params, limit: BEST_SHOWN });
  const lowStock = await many(LOW_STOCK_ROWS, { shopId, limit: LOW_SHOWN });
  const present = await one(SHOP_NOW, { shopId });
  if (!present) throw new Error(`Shop ${shopId} has been deleted`);
  const { orders, paise, openOrders, hasProducts } = present;
  const toCollect = { orders, paise };
  return { days, toCollect, openOrders, bestSellers, lowStock, lowStockCount: lowStock[0]?.total ?? 0, hasProducts };
}

/** By quantity, under the product's current name. */
export const BEST_SELLERS = sql<Omit<MoneyParams, 'timeZone'> & { limit: number }, BestSeller>(
  `
  WITH ${ORDERED_ORDERS}
  SELECT p.id AS product_id, p.name, p.image, sold.quantity, sold.ordered_paise
  FROM (
    SELECT i.product_id, sum(i.quantity)::int AS quantity, sum(${LINE_PAISE})::bigint AS ordered_paise
    FROM ordered JOIN order_items i ON i.order_id = ordered.order_id
    GROUP BY i.product_id ORDER BY quantity DESC, ordered_paise DESC, i.product_id LIMIT :limit
  ) sold JOIN products p ON p.id = sold.product_id
  ORDER BY sold.quantity DESC, sold.ordered_paise DESC, p.id`,
  { readFrom: 'replica' },
);

/** `total`: how many there are in all. */
export const LOW_STOCK_ROWS = sql<{ shopId: number; limit: number }, LowStock & { total: number }>(
  `
  SELECT p.id AS product_id, v.id AS variant_id, p.name,
    nullif(concat_ws(' · ', size.name, color.name, unit.name), '') AS option, v.stock, v.stock_unit, count(*) OVER ()::int AS total
  FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL AND ${isLow('v')}
  LEFT JOIN sizes size ON size.id = v.size_id
  LEFT JOIN colors color ON color.id = v.color_id
  LEFT JOIN units unit ON unit.id = v.unit_id
  WHERE p.shop_id = :shopId AND p.is_published AND p.deleted_at IS NULL
  ORDER BY ${itemsOf('v')}, p.name, v.id LIMIT :limit`,
  { readFrom: 'replica' },
);

type ShopNow = { orders: number; paise: number; openOrders: number; hasProducts: boolean };

export const SHOP_NOW = sql<{ shopId: number }, ShopNow>(
  `
  SELECT due.orders, due.paise, EXISTS (
      SELECT FROM products p WHERE p.shop_id = :shopId AND p.is_published AND p.deleted_at IS NULL
    ) AS has_products, (
      SELECT count(*)::int FROM orders WHERE shop_id = :shopId
        AND status IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})
        AND payment_status NOT IN ('awaiting', 'expired')
    ) AS open_orders
  FROM (${TO_COLLECT}) due`,
  { readFrom: 'replica' },
);
