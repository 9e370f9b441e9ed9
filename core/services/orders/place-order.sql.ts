import { HOLD_MINUTES, type PaymentStatus } from '@haat/contract/rules/payment';
import { announcement } from './announcement.sql.ts';
import { LINES, MIN_ORDER_PAISE, VARIANT_OF_LINE } from './cart-lines.sql.ts';
import { IS_OVER, IS_OVER_ONLINE } from './earlier-request.sql.ts';

/**
 * How an order begins: to be paid in cash; held, unseen by the shop, until its money is there; or with money that is there
 * already and that no order has used.
 */
export type OrderMoney = 'cod' | 'awaiting' | 'paid';

const STATUS_OF: Record<OrderMoney, PaymentStatus> = { cod: 'due', awaiting: 'awaiting', paid: 'paid' };

// Who fetches the goods and pays in cash may order as little as they like.
const NEEDS_NO_MINIMUM: Record<OrderMoney, string> = { cod: '$11::boolean', awaiting: 'false', paid: 'false' };

const HOLD_END = `now() + interval '${HOLD_MINUTES} minutes'`;

const PURSE = `purse AS MATERIALIZED (
    SELECT id FROM payments
    WHERE id = $17::bigint AND user_id = $7::bigint AND order_id IS NULL AND state = 'paid' AND amount_paise = $10::bigint
    FOR NO KEY UPDATE
  ),`;

const SPENT = `, spent AS (
    UPDATE payments SET state = 'consumed', order_id = placed.id, updated_at = now() FROM placed, purse
    WHERE payments.id = purse.id
  ), trail AS (
    INSERT INTO payment_events (payment_id, source, from_state, to_state)
    SELECT purse.id, 'order', 'paid', 'consumed' FROM placed, purse
  )`;

const TOLD = `, ${announcement({ order: 'placed', itemCount: '(SELECT item_count FROM cart)', summary: '$16::text' })}`;

/** What the statement does beside the order itself. */
const AFTER: Record<OrderMoney, string> = { cod: TOLD, awaiting: '', paid: TOLD + SPENT };

const SHELF = `shelf AS MATERIALIZED (
    SELECT v.id AS variant_id, v.product_id, v.size_id, v.color_id, v.unit_id, v.price_paise, v.stock,
      line.quantity, line.price_paise AS expected_paise, p.shop_id, p.name, p.image
    FROM ${LINES}
    JOIN variants v ON ${VARIANT_OF_LINE}
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    ORDER BY v.id
    FOR NO KEY UPDATE OF v
  )`;

const cartSql = (money: OrderMoney): string => `cart AS MATERIALIZED (
    SELECT shop.id AS shop_id, shop.open_time, shop.close_time, shop.time_zone, ${MIN_ORDER_PAISE} AS min_order_paise,
      sum(shelf.price_paise * shelf.quantity)::bigint AS total_paise, sum(shelf.quantity)::int AS item_count
    FROM shelf JOIN shops shop ON shop.id = shelf.shop_id
    WHERE shop.paused_at IS NULL AND shop.suspended_at IS NULL AND (shop.accepts_orders_when_closed OR $15::boolean)
    GROUP BY shop.id
    HAVING count(*) = cardinality($1::bigint[])
      AND bool_and(shelf.price_paise IS NOT DISTINCT FROM shelf.expected_paise)
      AND bool_and(shelf.stock >= shelf.quantity)
      AND sum(shelf.price_paise * shelf.quantity) = $10::bigint
      AND (${NEEDS_NO_MINIMUM[money]} OR sum(shelf.price_paise * shelf.quantity) >= ${MIN_ORDER_PAISE})
  )`;

const BUYER = `buyer AS MATERIALIZED (
    SELECT coalesce(place.name, nullif(u.name, ''), split_part(u.email, '@', 1)) AS name,
      coalesce(place.phone, u.mobile) AS phone, place.street, place.city, place.zip
    FROM users u LEFT JOIN LATERAL (
      SELECT a.name, a.street, a.city, a.zip, a.phone FROM addresses a WHERE a.id = $12::bigint AND a.user_id = u.id
      UNION ALL
      SELECT ($13::text[])[1], ($13::text[])[2], ($13::text[])[3], ($13::text[])[4], ($13::text[])[5]
      WHERE $13::text[] IS NOT NULL
    ) place ON true
    WHERE u.id = $7::bigint AND ($11::boolean OR place.street IS NOT NULL)
  )`;

const GOODS = `items AS (
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
  )`;

/**
 * The whole order in one statement, or nothing at all: no row comes back when anything is not as expected.
 *
 * $7 user, $8 key of the request, $9 hash of its body, $10 expected total in paise, $11 takeaway, $12 id of the user's
 * address, $13 the address itself (name, street, city, zip, phone), $14 the client's own date, $15 whether the shop was
 * seen to be open, $16 end of the shop's message, if it is told; for money that is there, $17 the payment.
 *
 * `shelf` locks the variants in the order of their ids, so that two carts cannot wait for each other, and answers their
 * prices and stocks as they are once the lock is held. The feed's number is taken under a lock too, which is held until
 * the commit: the order of the numbers is the order in which they become visible.
 */
const placeOrderSql = (money: OrderMoney): string => `
  WITH ${SHELF}, ${cartSql(money)}, ${BUYER}, ${money === 'paid' ? PURSE : ''} claim AS (
    INSERT INTO order_requests AS r (user_id, key, body_hash, order_id)
    SELECT $7::bigint, $8::text, $9::text, nextval('orders_id_seq') FROM cart, buyer ${money === 'paid' ? ', purse' : ''}
    ON CONFLICT (user_id, key) DO UPDATE
      SET body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = excluded.created_at
      WHERE ${money === 'cod' ? IS_OVER : IS_OVER_ONLINE}
    RETURNING order_id
  ), placed AS (
    INSERT INTO orders (id, user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise,
      customer_name, customer_phone, address, client_order_date, payment_status, held_until)
    OVERRIDING SYSTEM VALUE
    SELECT claim.order_id, $7::bigint, cart.shop_id, '${money === 'cod' ? 'cod' : 'online'}', $11::boolean, cart.total_paise, cart.min_order_paise,
      buyer.name, buyer.phone,
      CASE WHEN NOT $11::boolean THEN jsonb_build_object('name', buyer.name, 'street', buyer.street,
        'city', buyer.city, 'zip', buyer.zip, 'phone', buyer.phone) END,
      $14::text, '${STATUS_OF[money]}', ${money === 'awaiting' ? HOLD_END : 'NULL'}
    FROM claim, cart, buyer
    RETURNING id, order_number, shop_id, status, total_paise, created_at, customer_name, customer_phone, address,
      payment_status, held_until
  ), ${GOODS}${AFTER[money]}
  SELECT placed.id, placed.order_number AS "orderNumber", placed.status, placed.total_paise AS "totalPaise",
    placed.created_at AS "createdAt", placed.payment_status AS "paymentStatus", placed.held_until AS "heldUntil",
    cart.open_time AS "openTime", cart.close_time AS "closeTime", cart.time_zone AS "timeZone",
    ${money === 'awaiting' ? 'NULL' : 'box.id'} AS "outboxId"
  FROM placed, cart ${money === 'awaiting' ? '' : ', box'}`;

export const PLACE_ORDER = placeOrderSql('cod');

/** The statement for an order that begins with such money, prepared once by its name. */
export const PLACE_ORDER_OF: Record<OrderMoney, { name: string; text: string }> = {
  cod: { name: 'place-order', text: PLACE_ORDER },
  awaiting: { name: 'place-awaiting-order', text: placeOrderSql('awaiting') },
  paid: { name: 'place-paid-order', text: placeOrderSql('paid') },
};
