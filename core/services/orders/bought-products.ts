import { many, sql } from '../../db/database.ts';

type BoughtProduct = { productId: number; variantId: number };

/**
 * At most twelve products that the user has bought in the shop and that it still sells, by the last 50 delivered orders: those
 * in stock first, then those in the most orders, then the latest. Of each product the variant in stock that was bought most
 * often.
 */
export async function listBoughtProducts(by: { userId: number; shopId: number }): Promise<BoughtProduct[]> {
  return many(BOUGHT_PRODUCTS, by);
}

// The limit of orders bounds the time for customers who order every day. Without MATERIALIZED, PostgreSQL could join the items
// of all orders first.
export const BOUGHT_PRODUCTS = sql<{ userId: number; shopId: number }, BoughtProduct>(
  `WITH latest AS MATERIALIZED (
     SELECT id FROM orders
     WHERE user_id = :userId AND shop_id = :shopId AND status = 'Delivered'
     ORDER BY id DESC LIMIT 50
   ),
   bought AS (
     SELECT item.product_id, item.variant_id, count(*) AS times, max(item.order_id) AS last
     FROM latest JOIN order_items item ON item.order_id = latest.id
     GROUP BY item.product_id, item.variant_id
   ),
   best AS (
     SELECT DISTINCT ON (bought.product_id) bought.product_id, bought.variant_id, v.stock > 0 AS in_stock,
       sum(bought.times) OVER of_product AS times, max(bought.last) OVER of_product AS last
     FROM bought
     JOIN variants v ON v.id = bought.variant_id AND v.deleted_at IS NULL
     JOIN products p ON p.id = bought.product_id AND p.is_published AND p.deleted_at IS NULL
     WINDOW of_product AS (PARTITION BY bought.product_id)
     ORDER BY bought.product_id, v.stock > 0 DESC, bought.times DESC, bought.last DESC, bought.variant_id
   )
   SELECT product_id, variant_id FROM best ORDER BY in_stock DESC, times DESC, last DESC, product_id LIMIT 12`,
  'bought-products',
  'replica',
);
