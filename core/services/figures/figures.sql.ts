/** Money that was given back, or never came, is none that the shop took. */
const IS_TAKEN = `o.payment_status NOT IN ('awaiting', 'expired', 'refund_due', 'refunded')`;

/**
 * $1 shop, $2 now, $3 how many days with today. A day begins at midnight of the shop's own clock, so its two ends are
 * moments worked out once; the orders between them are found by `orders_by_time`.
 */
const OF_THESE_DAYS = `
  shop AS (
    SELECT id, time_zone, date_trunc('day', $2::timestamptz AT TIME ZONE time_zone) AS today FROM shops WHERE id = $1
  ),
  recent AS MATERIALIZED (
    SELECT o.id, o.total_paise, (o.created_at AT TIME ZONE shop.time_zone)::date AS day
    FROM shop JOIN orders o ON o.shop_id = shop.id
      AND o.created_at >= (shop.today - make_interval(days => $3::int - 1)) AT TIME ZONE shop.time_zone
      AND o.created_at < (shop.today + interval '1 day') AT TIME ZONE shop.time_zone
      AND ${IS_TAKEN}
  )`;

/** A row for each day, oldest first, also for those without an order. */
export const DAYS = `
  WITH ${OF_THESE_DAYS}
  SELECT to_char(each.day, 'YYYY-MM-DD') AS day, count(recent.id)::int AS orders,
    coalesce(sum(recent.total_paise), 0)::bigint AS "takingsPaise"
  FROM shop
  CROSS JOIN LATERAL generate_series(shop.today - make_interval(days => $3::int - 1), shop.today, '1 day') AS each (day)
  LEFT JOIN recent ON recent.day = each.day::date
  GROUP BY each.day ORDER BY each.day`;

/** $4 how many. Under the product's name of today, and by how much of it went. */
export const BEST_SELLERS = `
  WITH ${OF_THESE_DAYS}
  SELECT p.id AS "productId", p.name, p.image, sold.quantity, sold.takings AS "takingsPaise"
  FROM (
    SELECT i.product_id, sum(i.quantity)::int AS quantity, sum(i.quantity * i.unit_price_paise)::bigint AS takings
    FROM recent JOIN order_items i ON i.order_id = recent.id
    GROUP BY i.product_id ORDER BY quantity DESC, takings DESC, i.product_id LIMIT $4
  ) sold JOIN products p ON p.id = sold.product_id
  ORDER BY sold.quantity DESC, sold.takings DESC, p.id`;

/** $1 shop, $2 from how many pieces on, $3 how many rows. Each with how many there are in all. */
export const LOW_STOCK_ROWS = `
  SELECT p.id AS "productId", v.id AS "variantId", p.name,
    nullif(concat_ws(' · ', size.name, color.name, unit.name), '') AS option, v.stock, count(*) OVER ()::int AS "inAll"
  FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL AND v.stock <= $2
  LEFT JOIN sizes size ON size.id = v.size_id
  LEFT JOIN colors color ON color.id = v.color_id
  LEFT JOIN units unit ON unit.id = v.unit_id
  WHERE p.shop_id = $1 AND p.is_published AND p.deleted_at IS NULL
  ORDER BY v.stock, p.name, v.id LIMIT $3`;

export const OPEN_ORDERS = `
  SELECT count(*)::int AS open FROM orders
  WHERE shop_id = $1 AND status <> 'Delivered' AND payment_status NOT IN ('awaiting', 'expired')`;
