import { LINES, MIN_ORDER_PAISE, VARIANT_OF_LINE } from './cart-lines.sql.ts';

/** How the lines of a cart stand now, one row per line in their order; NULLs for what is not sold. $7 user, $8 id of an address. */
export const COMPARE_CART = `
  SELECT sold.*, $8::bigint IS NULL OR EXISTS (
    SELECT FROM addresses WHERE id = $8::bigint AND user_id = $7::bigint
  ) AS "hasAddress"
  FROM ${LINES}
  LEFT JOIN LATERAL (
    SELECT p.name, v.price_paise AS "pricePaise", v.stock, shop.id AS "shopId", shop.slug, shop.name AS "shopName",
      shop.open_time AS "openTime", shop.close_time AS "closeTime", shop.time_zone AS "timeZone",
      ${MIN_ORDER_PAISE} AS "minOrderPaise", shop.accepts_orders_when_closed AS "acceptsWhenClosed",
      shop.paused_at IS NOT NULL OR shop.suspended_at IS NOT NULL AS stopped
    FROM variants v
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    JOIN shops shop ON shop.id = p.shop_id
    WHERE ${VARIANT_OF_LINE}
  ) sold ON true
  ORDER BY line.nr`;
