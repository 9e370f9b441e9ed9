import { many, sql } from '../db/database.ts';
import { isInStock, LISTING_COLUMNS, OPTIONS_OF_VARIANT, type ProductListing } from '../catalog/product-listing.sql.ts';
import type { ShopListing } from '../shops/list-all-shops.ts';
import { withShops } from '../shops/with-shops.ts';

type BoughtProduct = { productId: number; variantId: number };

/**
 * At most twelve products from the user's last 50 delivered orders in the shop that it still sells, sorted by in stock, number
 * of orders, and latest order. For each product, the variant in stock that was bought most often.
 */
export async function listBoughtProducts(by: { userId: number; shopId: number }): Promise<BoughtProduct[]> {
  return many(BOUGHT_PRODUCTS, by);
}

/** The same over all shops that are not suspended, without sold-out products. */
export async function listProductsBoughtAnywhere(by: {
  userId: number;
}): Promise<(ProductListing & { shop: ShopListing })[]> {
  return withShops(await many(BOUGHT_ANYWHERE, by));
}

// The limit of orders bounds the time for customers who order every day. Without MATERIALIZED, PostgreSQL could join the items
// of all orders first.
const bestOf = (orders: string): string => `
   latest AS MATERIALIZED (
     SELECT id FROM orders
     WHERE ${orders} AND status = 'Delivered'
     ORDER BY id DESC LIMIT 50
   ),
   bought AS (
     SELECT item.product_id, item.variant_id, count(*) AS times, max(item.order_id) AS last
     FROM latest JOIN order_items item ON item.order_id = latest.id
     GROUP BY item.product_id, item.variant_id
   ),
   best AS (
     SELECT DISTINCT ON (bought.product_id) bought.product_id, bought.variant_id, ${isInStock('v')} AS in_stock,
       sum(bought.times) OVER of_product AS times, max(bought.last) OVER of_product AS last
     FROM bought
     JOIN variants v ON v.id = bought.variant_id AND v.deleted_at IS NULL
     JOIN products p ON p.id = bought.product_id AND p.is_published AND p.deleted_at IS NULL
     WINDOW of_product AS (PARTITION BY bought.product_id)
     ORDER BY bought.product_id, ${isInStock('v')} DESC, bought.times DESC, bought.last DESC, bought.variant_id
   )`;

export const BOUGHT_PRODUCTS = sql<{ userId: number; shopId: number }, BoughtProduct>(
  `WITH ${bestOf('user_id = :userId AND shop_id = :shopId')}
   SELECT product_id, variant_id FROM best ORDER BY in_stock DESC, times DESC, last DESC, product_id LIMIT 12`,
  { readFrom: 'replica' },
);

export const BOUGHT_ANYWHERE = sql<{ userId: number }, ProductListing & { shopId: number }>(
  `WITH ${bestOf('user_id = :userId')}
   SELECT ${LISTING_COLUMNS}, p.shop_id,
     (SELECT count(*)::int FROM variants each WHERE each.product_id = p.id AND each.deleted_at IS NULL) AS variant_count
   FROM best JOIN products p ON p.id = best.product_id JOIN variants v ON v.id = best.variant_id ${OPTIONS_OF_VARIANT}
   WHERE best.in_stock ORDER BY best.times DESC, best.last DESC, p.id LIMIT 12`,
  { readFrom: 'replica' },
);
