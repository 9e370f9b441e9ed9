/** How long a request without a key of its own stands for its order: a second click, or a reply that was lost. */
const SAME_CART_SECONDS = 10;

/** Whether the request `r` no longer stands for its order. The client's own keys stay until upkeep removes them. */
export const IS_OVER = `r.key LIKE 'cart:%' AND r.created_at < now() - make_interval(secs => ${SAME_CART_SECONDS})`;

/** The same for a request that is paid online: what was not paid in time may be begun again under its key. */
export const IS_OVER_ONLINE = `(${IS_OVER}
  OR EXISTS (SELECT FROM orders o WHERE o.id = r.order_id AND o.payment_status = 'expired'))`;

const EARLIER = `
  SELECT r.body_hash AS "bodyHash", o.id, o.order_number AS "orderNumber", 'Pending' AS status,
    o.total_paise AS "totalPaise", o.created_at AS "createdAt", o.payment_status AS "paymentStatus",
    o.held_until AS "heldUntil", shop.open_time AS "openTime", shop.close_time AS "closeTime",
    shop.time_zone AS "timeZone"
  FROM order_requests r JOIN orders o ON o.id = r.order_id JOIN shops shop ON shop.id = o.shop_id`;

/** The order that an earlier request of the user ($1) with the same key ($2) made, as that request was answered. */
export const FIND_EARLIER_REQUEST = `${EARLIER}
  WHERE r.user_id = $1 AND r.key = $2 AND NOT (${IS_OVER})`;

/**
 * The newest order of the user ($1) for the same cart ($2, its hash) that was begun online in the last half hour: what
 * a client means that sends no keys, once it has been paid.
 */
export const FIND_SAME_CART_ONLINE = `${EARLIER}
  WHERE r.user_id = $1 AND r.body_hash = $2 AND o.payment_status IN ('awaiting', 'paid')
    AND o.created_at > now() - interval '30 minutes'
  ORDER BY o.id DESC LIMIT 1`;
