import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { many, sql } from '../db/database.ts';
import { type Manager, requireRight } from '../accounts/shop-rights.ts';

/** How many days of sales decide what comes first. */
const DAYS = 30;

/**
 * All variants of a shop as they are sold over the counter, sorted by their number of orders in the last month. Today's orders
 * do not count, so that no item moves while the seller taps. Throws DomainError `forbidden` unless the caller manages the shop.
 */
export async function listCounterItems({ by, shopId }: { by: Manager; shopId: number }): Promise<CounterItem[]> {
  requireRight('sales', by, shopId);
  return (await many(LIST, { shopId, days: DAYS })).map(({ item }) => item);
}

// One JSON value a row: a shop has thousands of them.
const LIST = sql<{ shopId: number; days: number }, { item: CounterItem }>(
  `WITH sold AS MATERIALIZED (
     SELECT i.variant_id, count(*) AS orders
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN shops shop ON shop.id = o.shop_id
     CROSS JOIN LATERAL (SELECT date_trunc('day', now(), shop.time_zone) AS begins) today
     WHERE o.shop_id = :shopId AND o.created_at < today.begins
       AND o.created_at >= today.begins - make_interval(days => :days::int)
     GROUP BY i.variant_id
   )
   SELECT json_build_object('variant_id', v.id, 'name', p.name, 'hindi_name', p.hindi_name, 'size', size.name,
     'color', color.name, 'unit', unit.name, 'price', v.price_paise::float8 / 100, 'mrp', v.mrp_paise::float8 / 100,
     'stock', v.stock, 'stock_unit', v.stock_unit, 'content', v.content, 'barcode', v.barcode, 'image', p.image, 'category', coalesce(parent.name, category.name)) AS item
   FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL
   LEFT JOIN sold ON sold.variant_id = v.id
   LEFT JOIN sizes size ON size.id = v.size_id LEFT JOIN colors color ON color.id = v.color_id
   LEFT JOIN units unit ON unit.id = v.unit_id
   LEFT JOIN categories category ON category.id = p.category_id
   LEFT JOIN categories parent ON parent.id = category.parent_id
   WHERE p.shop_id = :shopId AND p.deleted_at IS NULL
   ORDER BY sold.orders DESC NULLS LAST, lower(p.name), p.id, v.position, v.id`,
);
