/**
 * The page of a shop's orders whose customer or one of whose products, as it is called today, has the pattern `:pattern` in its
 * name. `conditions`: what else an order `o` must fulfil. Each product has its latest orders in an index, so that the time does
 * not grow with the orders of the shop.
 */
export const ordersByWords = (conditions: string): string => `
  SELECT id FROM (
    (SELECT o.id FROM orders o WHERE ${conditions} AND o.customer_name ILIKE :pattern::text ORDER BY o.id DESC LIMIT :limit)
    UNION
    (SELECT latest.id FROM products p
      CROSS JOIN LATERAL (
        SELECT o.id FROM order_items i JOIN orders o ON o.id = i.order_id
        WHERE i.product_id = p.id AND ${conditions} ORDER BY i.order_id DESC LIMIT :limit
      ) latest
      WHERE p.shop_id = :shopId AND (p.name ILIKE :pattern::text OR p.hindi_name ILIKE :pattern::text))
  ) found ORDER BY id DESC LIMIT :limit`;

/** A pattern for LIKE: a text with this one somewhere in it, wildcards taken as they are. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
