import { opensAt } from '@haat/contract/rules/opening-hours';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { RESERVATION_MINUTES, PAYMENT_FAILED, PAYMENT_EXPIRED, type PaymentStatus } from '@haat/contract/rules/payment';
import { DatabaseError } from 'pg';
import { inTransaction, isDeadlock, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { ordersPlaced } from '../../metrics/counters.ts';
import {
  type CountedParams,
  countUsesSql,
  isLimitExceeded,
  type LimitedAction,
  refuseForLimit,
  toCountedParams,
} from '../../rate-limit/order-limits.ts';
import { announceOrder, type AnnouncedOrder } from '../notifications/announce-order.ts';
import { newOrderRows, orderSummary } from '../notifications/feeds.ts';
import { isBlockedAt } from '../shops/blocked-customer.sql.ts';
import { findUnusedPayment } from '../payments/order-payment.ts';
import { settleOrderPayments } from '../payments/settle-payment.ts';
import {
  CART_LINES,
  type CartLineParams,
  getWithinReach,
  MIN_ORDER_PAISE,
  type OrderRequest,
  type PlaceOrderInput,
  readOrderRequest,
  toCartLineParams,
  VARIANT_OF_LINE,
} from './order-request.ts';
import {
  findEarlierOrder,
  findSameCartOnline,
  IS_KEY_FREE,
  IS_KEY_FREE_ONLINE,
  type StoredOrder,
} from './earlier-order.ts';
import { findRejection } from './order-rejection.ts';
import {
  endUnpaidOrder,
  HAS_UNPAID_ORDER,
  IS_KNOWN_BUYER,
  mostReserved,
  refuseLargeReservation,
  releaseOwnReservations,
  replaceUnpaidOrder,
} from './own-reservations.ts';
import { pausedAt } from '../shops/paused.sql.ts';

/** `opensAt`: when the shop opens, if it was closed as the order was placed. */
export type PlacedOrder = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  opensAt: Date | undefined;
};

/**
 * Places an order at the prices and stocks of the database, once per idempotency key and, without one, once per cart in
 * ten seconds: a repeated request gets the first one's response. It is stored completely or not at all. An order that is
 * paid online needs money that has arrived. Throws invalid_input, mixed_shops, not_found, price_changed, out_of_stock (both
 * with the current cart), above_max_quantity, note_too_long, below_min_order, out_of_delivery_area, shop_closed, shop_getting_ready,
 * customer_blocked, idempotency_conflict, payment_unverified, rate_limited.
 */
export async function placeOrder(input: PlaceOrderInput): Promise<PlacedOrder> {
  const request = readOrderRequest(input);
  const order =
    request.paymentMethod === 'online'
      ? await placePaidOrder(request)
      : await storeOrder({ request, payment: 'cod' }).then(orUnavailable);
  if (order.hasUnpaid) await endUnpaidOrder(request);
  if (order.lacksContact !== false) await keepContact(order.id, request);
  const { id, orderNumber, status, totalPaise, createdAt, openTime, closeTime, timeZone } = order;
  const hours = { open_time: openTime, close_time: closeTime, time_zone: timeZone };
  return { id, orderNumber, status, totalPaise, opensAt: opensAt(hours, createdAt) };
}

/**
 * Saves the contact of an order, who picks it up or gets it, in a profile that has none, once it is placed: an unpaid one
 * changes no profile. Not part of the statement that stores the order, which would then lock products before the user and could deadlock with the
 * user's own unpaid order. A repeated request saves what an interrupted one has not.
 */
async function keepContact(orderId: number, { userId, customerName, customerPhone }: OrderRequest): Promise<void> {
  await run(KEEP_CONTACT, { orderId, userId, customerName, customerPhone });
}

const KEEP_CONTACT = sql<Pick<OrderRequest, 'userId' | 'customerName' | 'customerPhone'> & { orderId: number }>(
  `
  WITH given AS (
    SELECT coalesce(:customerName::text, o.address->>'name') AS name,
      coalesce(:customerPhone::text, o.address->>'phone') AS phone
    FROM orders o WHERE o.id = :orderId::bigint
  )
  UPDATE users u SET
    name = coalesce(nullif(u.name, ''), given.name),
    mobile = coalesce(u.mobile, CASE WHEN u.login_mobile IS NULL THEN given.phone END)
  FROM given
  WHERE u.id = :userId::bigint AND u.deleted_at IS NULL AND (
    (given.name IS NOT NULL AND coalesce(u.name, '') = '')
    OR (given.phone IS NOT NULL AND u.mobile IS NULL AND u.login_mobile IS NULL))`,
  'keep-contact',
);

/**
 * The order of a cart that is paid online: the one stored when its payment began, once that has arrived, or a new one that
 * consumes a payment of the customer which has no order yet.
 */
async function placePaidOrder(request: OrderRequest): Promise<StoredOrder> {
  const earlier = await findEarlierOrder(request);
  if (earlier) return requirePaid(earlier, request);

  const paymentId = await findUnusedPayment(request);
  const placed = paymentId === undefined ? undefined : await storeOrder({ request, payment: 'paid', paymentId });
  if (placed) return requirePaid(placed, request);

  // A concurrent request for the same order may have consumed the payment.
  const same = (await findEarlierOrder(request)) ?? (request.hasOwnKey ? undefined : await findSameCartOnline(request));
  if (same) return requirePaid(same, request);
  throw (await findRejection(request)) ?? new DomainError('payment_unverified', PAYMENT_FAILED);
}

async function requirePaid(order: StoredOrder, request: OrderRequest): Promise<StoredOrder> {
  if (order.paymentStatus === 'paid') return order;
  if (order.paymentStatus !== 'awaiting') throw new DomainError('payment_unverified', PAYMENT_EXPIRED);
  await settleOrderPayments({ orderId: order.id, source: 'order' });
  const settled = request.hasOwnKey ? await findEarlierOrder(request) : await findSameCartOnline(request);
  if (settled?.paymentStatus === 'paid') return settled;
  throw new DomainError('payment_unverified', PAYMENT_FAILED);
}

/**
 * How an order begins: to be paid in cash; with its stock reserved and hidden from the shop until it is paid; or with a
 * payment that has arrived and has no order yet.
 */
export type InitialPayment = 'cod' | 'awaiting' | 'paid';
type OrderToStore = { request: OrderRequest; payment: InitialPayment; paymentId?: number };

const ATTEMPTS = 3;

/**
 * Stores an order, or finds the one that the same request has placed before. Where the customer's own unpaid orders
 * reserve the stock, those expire first; so does the one at the same shop before another one that awaits its payment.
 * Returns undefined when nothing speaks against the order and it still cannot be stored: the payment has been used, or
 * concurrent changes won every attempt. Throws the rejections of `findRejection`, idempotency_conflict, and rate_limited
 * when the account has placed too many orders in the last hour, without a change to its other orders.
 */
export async function storeOrder(order: OrderToStore): Promise<StoredOrder | undefined> {
  const { request, payment } = order;
  let isKnownOpen = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const placed = await insertOrder(order, isKnownOpen);
    if (placed) {
      ordersPlaced.inc({ payment });
      if (placed.outboxId !== null) announceOrder({ ...placed, orderId: placed.id });
      return placed;
    }
    const earlier = await findEarlierOrder(request);
    if (earlier && !(payment === 'awaiting' && earlier.paymentStatus === 'expired')) return earlier;

    const rejection = await findRejection(request);
    const action = COUNTED_AS[payment];
    if (rejection && !(rejection.code === 'out_of_stock' && (await releaseOwnReservations(request, action)))) {
      throw rejection;
    }
    if (!rejection && payment === 'awaiting') {
      await refuseLargeReservation(request);
      await replaceUnpaidOrder(request);
    }
    // Without a rejection, the shop accepts orders only while it is open, and it is; or the rejection has just gone.
    isKnownOpen = rejection === undefined;
  }
  return undefined;
}

/** For an order that could not be stored although nothing speaks against it. */
export function orUnavailable(order: StoredOrder | undefined): StoredOrder {
  if (order) return order;
  throw new DomainError('unavailable', 'Failed to place order. Please try again.', { retry_after: 1 });
}

async function insertOrder(
  order: OrderToStore,
  isKnownOpen: boolean,
  isRetry = false,
): Promise<InsertedOrder | undefined> {
  const params = toInsertParams(order, isKnownOpen);
  try {
    if (order.payment !== 'awaiting') return await one(INSERT_ORDER[order.payment], params);
    return await inTransaction(async (client) => {
      // A statement sees only what was committed before it began: the one of a second tab must begin after that of the first.
      await run(LOCK_USER, { userId: params.userId }, client);
      return one(INSERT_ORDER.awaiting, params, client);
    });
  } catch (error) {
    const action = COUNTED_AS[order.payment];
    if (action && isLimitExceeded(error)) throw await refuseForLimit(action, order.request);
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code === CHECK_VIOLATION) return undefined;
    if (isDeadlock(error) && !isRetry) return insertOrder(order, isKnownOpen, true);
    throw error;
  }
}

// Cash orders do not wait for it: they lock the user only as a foreign key does.
const LOCK_USER = sql<{ userId: number }>('SELECT FROM users WHERE id = :userId FOR NO KEY UPDATE', 'lock-user');

const CHECK_VIOLATION = '23514';

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
type InsertedOrder = StoredOrder & (Omit<AnnouncedOrder, 'orderId'> | { outboxId: null });

// Locks the variants in the order of their ids, so that two carts cannot deadlock, and returns their prices and stocks as
// they are once the locks are held.
const CATALOG = `catalog AS MATERIALIZED (
    SELECT v.id AS variant_id, v.product_id, v.size_id, v.color_id, v.unit_id, v.price_paise, v.mrp_paise, v.stock,
      line.quantity, line.price_paise AS expected_paise, p.shop_id, p.name, p.image
    FROM ${CART_LINES}
    JOIN variants v ON ${VARIANT_OF_LINE}
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    ORDER BY v.id
    FOR NO KEY UPDATE OF v
  )`;

// A takeaway that is paid in cash may be below the minimum. A customer has at most one order per shop that awaits its payment.
const getCart = (payment: InitialPayment): string => `cart AS MATERIALIZED (
    SELECT shop.id AS shop_id, ${payment === 'cod' ? HAS_UNPAID_ORDER : 'false'} AS has_unpaid, shop.latitude, shop.longitude, shop.reach_metres, shop.open_time, shop.close_time,
      shop.time_zone, ${MIN_ORDER_PAISE} AS min_order_paise,
      sum(catalog.price_paise * catalog.quantity)::bigint AS total_paise, sum(catalog.quantity)::int AS item_count
    FROM catalog JOIN shops shop ON shop.id = catalog.shop_id
    WHERE (${pausedAt('shop')}) IS NULL AND shop.suspended_at IS NULL
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

// Locked like a foreign key does, but read again behind the lock: an account that is being deleted places no order any more.
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
    UPDATE variants v SET stock = v.stock - catalog.quantity FROM catalog, placed WHERE v.id = catalog.variant_id
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id, actor_id)
    SELECT catalog.variant_id, -catalog.quantity, 'sale', placed.id, :userId::bigint FROM placed, catalog
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
const COUNTED_AS: Record<InitialPayment, LimitedAction | undefined> = {
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
 * Stores the whole order in one statement; no row comes back, and nothing is stored, when anything is not as expected.
 * The feed's number is taken under a lock that is held until the commit: numbers become visible in their order.
 */
const insertOrderSql = (payment: InitialPayment, prepareAs: string) =>
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
    placed.reserved_until, cart.open_time, cart.close_time, cart.time_zone, cart.has_unpaid,
    buyer.lacks_contact,
    ${payment === 'awaiting' ? 'NULL AS outbox_id' : 'outbox_row.id AS outbox_id, feed.name AS feed, feed.seq'}
  FROM placed, cart, buyer ${payment === 'awaiting' ? '' : ', outbox_row, feed'}`,
    prepareAs,
  );

export const INSERT_ORDER = {
  cod: insertOrderSql('cod', 'place-order'),
  awaiting: insertOrderSql('awaiting', 'place-awaiting-order'),
  paid: insertOrderSql('paid', 'place-paid-order'),
};
