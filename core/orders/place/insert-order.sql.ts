import { RESERVATION_MINUTES, type PaymentStatus } from '@haat/contract/payments/payment';
import { sql } from '../../db/database.ts';
import {
  type CountedParams,
  countUsesSql,
  type LimitedAction,
  toCountedParams,
} from '../../rate-limit/order-limits.ts';
import type { AnnouncedOrder } from '../../notify/announce-order.ts';
import { newOrderRows, orderSummary } from '../../notify/feeds.ts';
import { isBlockedAt } from '../../shops/blocked-customer.sql.ts';
import { itemsOf } from '../../catalog/product-listing.sql.ts';
import { openingHours } from '../../shops/opening-hours.sql.ts';
import { isPausedFor } from '../../shops/paused.sql.ts';
import { IS_KEY_FREE, IS_KEY_FREE_ONLINE, type StoredOrder } from './earlier-order.ts';
import {
  CART_LINES,
  type CartLineParams,
  getWithinReach,
  MIN_ORDER_PAISE,
  type OrderRequest,
  toCartLineParams,
  VARIANT_OF_LINE,
} from './order-request.ts';
import { HAS_UNPAID_ORDER, IS_KNOWN_BUYER, mostReserved } from './own-reservations.ts';

/**
 * How an order begins: to be paid in cash; with its stock reserved and hidden from the shop until it is paid; or with a
 * payment that has arrived and has no order yet.
 */
export type InitialPayment = 'cod' | 'awaiting' | 'paid';
export type OrderToStore = { request: OrderRequest; payment: InitialPayment; paymentId?: number };

/** `isKnownOpen`: the shop was just seen to be open. */
export function toInsertParams({ request, paymentId }: OrderToStore, isKnownOpen: boolean): InsertParams {
  const { key, bodyHash, lines, totalPaise, takeaway, addressId, address, addressPlace } = request;
  const { customerName, customerPhone, note, ifUnavailable, clientOrderDate } = request;
  const itemCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    ...toCartLineParams(lines),
    ...toCountedParams(request),
    key,
    bodyHash,
    totalPaise,
    takeaway,
    addressId,
    customerName,
    customerPhone,
    note,
    ifUnavailable,
    clientOrderDate,
    isKnownOpen,
    paymentId,
    address: address && [address.name, address.street, address.city, address.zip, address.phone],
    latitude: addressPlace?.latitude ?? null,
    longitude: addressPlace?.longitude ?? null,
    accuracyMetres: addressPlace?.accuracyMetres ?? null,
    // If the order is stored at all, its total is the requested one.
    summary: orderSummary(itemCount, totalPaise),
  };
}

type InsertParams = CartLineParams &
  CountedParams &
  Pick<OrderRequest, 'key' | 'bodyHash' | 'totalPaise' | 'takeaway' | 'addressId' | 'clientOrderDate'> &
  Pick<OrderRequest, 'customerName' | 'customerPhone' | 'note' | 'ifUnavailable'> & {
    /** Name, street, city, zip, phone. */
    address: string[] | null;
    /** Where that is. */
    latitude: number | null;
    longitude: number | null;
    accuracyMetres: number | null;
    isKnownOpen: boolean;
    summary: string;
    paymentId: number | undefined;
  };

/** With its outbox row and its number in the shop's feed, unless the order awaits its payment. */
export type InsertedOrder = StoredOrder & (Omit<AnnouncedOrder, 'orderId'> | { outboxId: null });

// Locks the variants in the order of their ids, so that two carts cannot deadlock, and returns their prices and stocks as
// they are once the locks are held.
const CATALOG = `catalog AS MATERIALIZED (
    SELECT v.id AS variant_id, v.product_id, v.size_id, v.color_id, v.unit_id, v.price_paise, v.mrp_paise, ${itemsOf('v')} AS stock,
      line.quantity, line.quantity * v.content AS taken, line.price_paise AS expected_paise, p.shop_id, p.name, p.image
    FROM ${CART_LINES}
    JOIN variants v ON ${VARIANT_OF_LINE}
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    ORDER BY v.id
    FOR NO KEY UPDATE OF v
  )`;

// A takeaway that is paid in cash may be below the minimum. A customer has at most one order per shop that awaits its payment.
const getCart = (payment: InitialPayment): string => `cart AS MATERIALIZED (
    SELECT shop.id AS shop_id, ${payment === 'cod' ? HAS_UNPAID_ORDER : 'false'} AS has_unpaid, shop.latitude, shop.longitude, shop.reach_metres,
      ${openingHours('shop')} AS opening, ${MIN_ORDER_PAISE} AS min_order_paise,
      sum(catalog.price_paise * catalog.quantity)::bigint AS total_paise, sum(catalog.quantity)::int AS item_count
    FROM catalog JOIN shops shop ON shop.id = catalog.shop_id
    WHERE NOT ${isPausedFor('shop', ':takeaway::boolean')} AND shop.suspended_at IS NULL
      AND NOT ${isBlockedAt('shop.id', ':userId::bigint')}
      AND (shop.accepts_orders_when_closed OR :isKnownOpen::boolean)${payment === 'awaiting' ? ` AND NOT ${HAS_UNPAID_ORDER}` : ''}
    GROUP BY shop.id
    HAVING count(*) = cardinality(:productIds::bigint[])
      AND bool_and(catalog.price_paise IS NOT DISTINCT FROM catalog.expected_paise)
      AND bool_and(catalog.stock >= catalog.quantity)
      AND (shop.max_per_order IS NULL OR max(catalog.quantity) <= shop.max_per_order)${
        payment === 'awaiting'
          ? `
      AND (${IS_KNOWN_BUYER} OR bool_and(catalog.quantity <= ${mostReserved('catalog.stock')}))`
          : ''
      }
      AND sum(catalog.price_paise * catalog.quantity) = :totalPaise::bigint
      AND (${payment === 'cod' ? ':takeaway::boolean' : 'false'}
        OR sum(catalog.price_paise * catalog.quantity) >= ${MIN_ORDER_PAISE})
  )`;

// Locked like for a foreign key, but read again after the lock, so that an account being deleted places no more orders.
const BUYER = `buyer AS MATERIALIZED (
    SELECT coalesce(place.name, :customerName::text, nullif(u.name, ''), split_part(u.email, '@', 1), 'Customer') AS name,
      coalesce(place.phone, :customerPhone::text, u.mobile, u.login_mobile) AS phone,
      coalesce(u.name, '') = '' OR (u.mobile IS NULL AND u.login_mobile IS NULL) AS lacks_contact, place.street, place.city, place.zip,
      place.latitude, place.longitude, place.accuracy_metres
    FROM users u LEFT JOIN LATERAL (
      SELECT a.name, a.street, a.city, a.zip, a.phone, a.latitude, a.longitude, a.accuracy_metres FROM addresses a
      WHERE a.id = :addressId::bigint AND a.user_id = u.id
      UNION ALL
      SELECT (:address::text[])[1], (:address::text[])[2], (:address::text[])[3], (:address::text[])[4],
        (:address::text[])[5], :latitude::double precision, :longitude::double precision, :accuracyMetres::integer
      WHERE :address::text[] IS NOT NULL
    ) place ON true
    WHERE u.id = :userId::bigint AND u.deleted_at IS NULL AND (:takeaway::boolean OR place.street IS NOT NULL)
    FOR KEY SHARE OF u
  )`;

const UNUSED_PAYMENT = `payment AS MATERIALIZED (
    SELECT id FROM payments
    WHERE id = :paymentId::bigint AND user_id = :userId::bigint AND order_id IS NULL AND state = 'paid'
      AND amount_paise = :totalPaise::bigint
    FOR NO KEY UPDATE
  ),`;

const ITEMS_AND_STOCK = `items AS (
    INSERT INTO order_items (order_id, variant_id, product_id, name, size, color, unit, image, unit_price_paise, mrp_paise,
      quantity)
    SELECT placed.id, catalog.variant_id, catalog.product_id, catalog.name, size.name, color.name, unit.name, catalog.image,
      catalog.price_paise, catalog.mrp_paise, catalog.quantity
    FROM placed, catalog
    LEFT JOIN sizes size ON size.id = catalog.size_id
    LEFT JOIN colors color ON color.id = catalog.color_id
    LEFT JOIN units unit ON unit.id = catalog.unit_id
    ORDER BY catalog.variant_id
  ), sold AS (
    UPDATE variants v SET stock = v.stock - catalog.taken FROM catalog, placed WHERE v.id = catalog.variant_id
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id, actor_id)
    SELECT catalog.variant_id, -catalog.taken, 'sale', placed.id, :userId::bigint FROM placed, catalog
  )`;

const CONSUME_PAYMENT = `, consumed AS (
    UPDATE payments SET state = 'consumed', order_id = placed.id, updated_at = now() FROM placed, payment
    WHERE payments.id = payment.id
  ), payment_event AS (
    INSERT INTO payment_events (payment_id, source, from_state, to_state)
    SELECT payment.id, 'order', 'paid', 'consumed' FROM placed, payment
  )`;

const NEW_ORDER_ROWS = `, ${newOrderRows({ order: 'placed', itemCount: '(SELECT item_count FROM cart)', summary: ':summary::text' })}`;

// Money that has arrived was counted when its payment was started.
export const COUNTED_AS: Record<InitialPayment, LimitedAction | undefined> = {
  cod: 'order',
  awaiting: 'reservation',
  paid: undefined,
};

// Counted before the order is written, so that a refused one takes no lock of its shop.
const getUses = (action: LimitedAction | undefined) => (action ? `${countUsesSql(action, 'claim')},` : '');

const INITIAL_STATUS: Record<InitialPayment, PaymentStatus> = { cod: 'due', awaiting: 'awaiting', paid: 'paid' };
const NEXT_STEPS: Record<InitialPayment, string> = {
  cod: NEW_ORDER_ROWS,
  awaiting: '',
  paid: NEW_ORDER_ROWS + CONSUME_PAYMENT,
};

/**
 * Stores the whole order in one statement. Stores nothing and returns no row if anything is not as expected. The feed's number
 * is taken under a lock that is held until the commit: numbers become visible in their order.
 */
const insertOrderSql = (payment: InitialPayment) =>
  sql<InsertParams, InsertedOrder>(
    `
  WITH ${CATALOG}, ${getCart(payment)}, ${BUYER}, ${payment === 'paid' ? UNUSED_PAYMENT : ''} claim AS (
    INSERT INTO order_requests AS r (user_id, key, body_hash, order_id)
    SELECT :userId::bigint, :key::text, :bodyHash::text, nextval('orders_id_seq')
    FROM cart, buyer ${payment === 'paid' ? ', payment' : ''}
    WHERE :takeaway::boolean OR ${getWithinReach('cart', 'buyer')}
    ON CONFLICT (user_id, key) DO UPDATE
      SET body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = excluded.created_at
      WHERE ${payment === 'cod' ? IS_KEY_FREE : IS_KEY_FREE_ONLINE}
    RETURNING order_id
  ), ${getUses(COUNTED_AS[payment])} placed AS (
    INSERT INTO orders (id, user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise,
      customer_name, customer_phone, address, note, if_unavailable, client_order_date, payment_status, reserved_until)
    OVERRIDING SYSTEM VALUE
    SELECT claim.order_id, :userId::bigint, cart.shop_id, '${payment === 'cod' ? 'cod' : 'online'}', :takeaway::boolean,
      cart.total_paise, cart.min_order_paise, buyer.name, buyer.phone,
      CASE WHEN NOT :takeaway::boolean THEN jsonb_build_object('name', buyer.name, 'street', buyer.street,
        'city', buyer.city, 'zip', buyer.zip, 'phone', buyer.phone) END,
      :note::text, :ifUnavailable::text, :clientOrderDate::text, '${INITIAL_STATUS[payment]}',
      ${payment === 'awaiting' ? `now() + interval '${RESERVATION_MINUTES} minutes'` : 'NULL'}
    FROM claim, cart, buyer
    ${COUNTED_AS[payment] ? 'WHERE (SELECT count(*) FROM counted) IS NOT NULL' : ''}
    RETURNING id, order_number, shop_id, status, total_paise, created_at, customer_name, customer_phone, address,
      payment_status, reserved_until
  ), ${ITEMS_AND_STOCK}${NEXT_STEPS[payment]}
  SELECT placed.id, placed.order_number, placed.status, placed.total_paise, placed.created_at, placed.payment_status,
    placed.reserved_until, cart.opening, :takeaway::boolean AS takeaway, cart.has_unpaid,
    buyer.lacks_contact,
    ${payment === 'awaiting' ? 'NULL AS outbox_id' : 'outbox_row.id AS outbox_id, feed.name AS feed, feed.seq'}
  FROM placed, cart, buyer ${payment === 'awaiting' ? '' : ', outbox_row, feed'}`,
  );

export const INSERT_ORDER = {
  cod: insertOrderSql('cod'),
  awaiting: insertOrderSql('awaiting'),
  paid: insertOrderSql('paid'),
};
