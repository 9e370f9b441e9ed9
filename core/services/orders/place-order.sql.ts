import { LINES, MIN_ORDER_PAISE, VARIANT_OF_LINE } from './cart-lines.sql.ts';
import { IS_OVER } from './earlier-request.sql.ts';

/**
 * The whole order in one statement, or nothing at all: no row comes back when anything is not as expected.
 *
 * $7 user, $8 key of the request, $9 hash of its body, $10 expected total in paise, $11 takeaway, $12 id of the user's
 * address, $13 the address itself (name, street, city, zip, phone), $14 the client's own date, $15 end of the shop's
 * message, $16 whether the shop was seen to be open.
 *
 * `shelf` locks the variants in the order of their ids, so that two carts cannot wait for each other, and answers their
 * prices and stocks as they are once the lock is held. The feed's number is taken under a lock too, which is held until
 * the commit: the order of the numbers is the order in which they become visible.
 */
export const PLACE_ORDER = `
  WITH shelf AS MATERIALIZED (
    SELECT v.id AS variant_id, v.product_id, v.size_id, v.color_id, v.unit_id, v.price_paise, v.stock,
      line.quantity, line.price_paise AS expected_paise, p.shop_id, p.name, p.image
    FROM ${LINES}
    JOIN variants v ON ${VARIANT_OF_LINE}
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    ORDER BY v.id
    FOR NO KEY UPDATE OF v
  ), cart AS MATERIALIZED (
    SELECT shop.id AS shop_id, shop.open_time, shop.close_time, shop.time_zone, ${MIN_ORDER_PAISE} AS min_order_paise,
      sum(shelf.price_paise * shelf.quantity)::bigint AS total_paise, sum(shelf.quantity)::int AS item_count
    FROM shelf JOIN shops shop ON shop.id = shelf.shop_id
    WHERE shop.paused_at IS NULL AND shop.suspended_at IS NULL AND (shop.accepts_orders_when_closed OR $16::boolean)
    GROUP BY shop.id
    HAVING count(*) = cardinality($1::bigint[])
      AND bool_and(shelf.price_paise IS NOT DISTINCT FROM shelf.expected_paise)
      AND bool_and(shelf.stock >= shelf.quantity)
      AND sum(shelf.price_paise * shelf.quantity) = $10::bigint
      AND ($11::boolean OR sum(shelf.price_paise * shelf.quantity) >= ${MIN_ORDER_PAISE})
  ), buyer AS MATERIALIZED (
    SELECT coalesce(place.name, nullif(u.name, ''), split_part(u.email, '@', 1)) AS name,
      coalesce(place.phone, u.mobile) AS phone, place.street, place.city, place.zip
    FROM users u LEFT JOIN LATERAL (
      SELECT a.name, a.street, a.city, a.zip, a.phone FROM addresses a WHERE a.id = $12::bigint AND a.user_id = u.id
      UNION ALL
      SELECT ($13::text[])[1], ($13::text[])[2], ($13::text[])[3], ($13::text[])[4], ($13::text[])[5]
      WHERE $13::text[] IS NOT NULL
    ) place ON true
    WHERE u.id = $7::bigint AND ($11::boolean OR place.street IS NOT NULL)
  ), claim AS (
    INSERT INTO order_requests AS r (user_id, key, body_hash, order_id)
    SELECT $7::bigint, $8::text, $9::text, nextval('orders_id_seq') FROM cart, buyer
    ON CONFLICT (user_id, key) DO UPDATE
      SET body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = excluded.created_at
      WHERE ${IS_OVER}
    RETURNING order_id
  ), placed AS (
    INSERT INTO orders (id, user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise,
      customer_name, customer_phone, address, client_order_date)
    OVERRIDING SYSTEM VALUE
    SELECT claim.order_id, $7::bigint, cart.shop_id, 'cod', $11::boolean, cart.total_paise, cart.min_order_paise,
      buyer.name, buyer.phone,
      CASE WHEN NOT $11::boolean THEN jsonb_build_object('name', buyer.name, 'street', buyer.street,
        'city', buyer.city, 'zip', buyer.zip, 'phone', buyer.phone) END,
      $14::text
    FROM claim, cart, buyer
    RETURNING id, order_number, shop_id, status, total_paise, created_at
  ), items AS (
    INSERT INTO order_items (order_id, variant_id, product_id, name, size, color, unit, image, unit_price_paise, quantity)
    SELECT placed.id, shelf.variant_id, shelf.product_id, shelf.name, size.name, color.name, unit.name, shelf.image,
      shelf.price_paise, shelf.quantity
    FROM placed, shelf
    LEFT JOIN sizes size ON size.id = shelf.size_id
    LEFT JOIN colors color ON color.id = shelf.color_id
    LEFT JOIN units unit ON unit.id = shelf.unit_id
  ), sold AS (
    UPDATE variants v SET stock = v.stock - shelf.quantity FROM shelf, placed WHERE v.id = shelf.variant_id
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id, actor_id)
    SELECT shelf.variant_id, -shelf.quantity, 'sale', placed.id, $7::bigint FROM placed, shelf
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'shop:' || placed.shop_id, 1 FROM placed
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), note AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT feed.name, feed.seq, placed.id, 'order.placed',
      'New order ' || placed.order_number || ' from ' || buyer.name || ': ' || $15::text,
      jsonb_build_object('user_name', buyer.name, 'phone', buyer.phone,
        'address', nullif(concat_ws(', ', buyer.street, buyer.city, buyer.zip), ''),
        'item_count', cart.item_count, 'total_paise', placed.total_paise)
    FROM feed, placed, buyer, cart
  ), box AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'order.placed', placed.id FROM placed RETURNING id
  )
  SELECT placed.id, placed.order_number AS "orderNumber", placed.status, placed.total_paise AS "totalPaise",
    placed.created_at AS "createdAt", cart.open_time AS "openTime", cart.close_time AS "closeTime",
    cart.time_zone AS "timeZone", box.id AS "outboxId"
  FROM placed, cart, box`;
