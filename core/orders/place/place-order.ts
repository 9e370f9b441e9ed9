import { fulfilmentOf, opensAt } from '@haat/contract/shops/opening-hours';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { PAYMENT_FAILED, PAYMENT_EXPIRED } from '@haat/contract/payments/payment';
import { inTransaction, isCheckViolation, isDeadlock, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { ordersPlaced } from '../../ops/metrics/counters.ts';
import { isLimitExceeded, refuseForLimit } from '../../rate-limit/order-limits.ts';
import { announceOrder } from '../../notify/announce-order.ts';
import { findUnusedPayment } from '../../payments/order-payment.ts';
import { settleOrderPayments } from '../../payments/settle-payment.ts';
import { type OrderRequest, type PlaceOrderInput, readOrderRequest } from './order-request.ts';
import { findEarlierOrder, findSameCartOnline, type StoredOrder } from './earlier-order.ts';
import { COUNTED_AS, INSERT_ORDER, type InsertedOrder, type OrderToStore, toInsertParams } from './insert-order.sql.ts';
import { findRejection } from './order-rejection.ts';
import {
  endUnpaidOrder,
  refuseLargeReservation,
  releaseOwnReservations,
  replaceUnpaidOrder,
} from './own-reservations.ts';

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
  const { id, orderNumber, status, totalPaise, createdAt, opening, takeaway } = order;
  return { id, orderNumber, status, totalPaise, opensAt: opensAt(opening, createdAt, fulfilmentOf(takeaway)) };
}

/**
 * Saves the contact of a placed order, its recipient, in a profile without one. Unpaid orders change no profile. Not part of the
 * statement that stores the order, which would then lock products before the user and could deadlock with the user's own unpaid
 * order. A repeated request completes an interrupted one.
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

const ATTEMPTS = 3;

/**
 * Stores an order, or finds the one that the same request placed before. First expires the customer's own unpaid orders that
 * reserve the stock, and an earlier one at the same shop before another order that awaits payment. Returns undefined when the
 * order is valid but cannot be stored: the payment has been used, or concurrent changes won every attempt. Throws the rejections
 * of `findRejection`, idempotency_conflict, and rate_limited when the account has placed too many orders in the last hour,
 * without a change to its other orders.
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
      // A statement sees only earlier commits, so the statement of a second tab must begin after the first tab's commit.
      await run(LOCK_USER, { userId: params.userId }, client);
      return one(INSERT_ORDER.awaiting, params, client);
    });
  } catch (error) {
    const action = COUNTED_AS[order.payment];
    if (action && isLimitExceeded(error)) throw await refuseForLimit(action, order.request);
    if (isCheckViolation(error)) return undefined;
    if (isDeadlock(error) && !isRetry) return insertOrder(order, isKnownOpen, true);
    throw error;
  }
}

// Cash orders do not wait for it: they lock the user only as a foreign key does.
const LOCK_USER = sql<{ userId: number }>('SELECT FROM users WHERE id = :userId FOR NO KEY UPDATE');
