/** How long a request without a key of its own stands for its order: a second click, or a reply that was lost. */
const SAME_CART_SECONDS = 10;

/** Whether the request `r` no longer stands for its order. The client's own keys stay until upkeep removes them. */
export const IS_OVER = `r.key LIKE 'cart:%' AND r.created_at < now() - make_interval(secs => ${SAME_CART_SECONDS})`;

/** The order that an earlier request of the user ($1) with the same key ($2) made, as that request was answered. */
export const FIND_EARLIER_REQUEST = `
  SELECT r.body_hash AS "bodyHash", o.id, o.order_number AS "orderNumber", 'Pending' AS status,
    o.total_paise AS "totalPaise", o.created_at AS "createdAt", shop.open_time AS "openTime",
    shop.close_time AS "closeTime", shop.time_zone AS "timeZone"
  FROM order_requests r JOIN orders o ON o.id = r.order_id JOIN shops shop ON shop.id = o.shop_id
  WHERE r.user_id = $1 AND r.key = $2 AND NOT (${IS_OVER})`;
