import { PAYMENT_UNAVAILABLE } from '@haat/contract/payments/payment';
import { many, run, sql } from '../../db/database.ts';
import { Order } from '../../db/orders.models.ts';
import { DomainError, GatewayError } from '../../errors.ts';
import { type LimitedAction, requireWithinLimit } from '../../rate-limit/order-limits.ts';
import { expireOrder } from '../../payments/release-reservations.ts';
import { itemsOf } from '../../catalog/product-listing.sql.ts';
import { closeOrderPayments } from '../../payments/settle-payment.ts';
import { IS_KEY_FREE } from './earlier-order.ts';
import {
  CART_LINES,
  type CartLineParams,
  type OrderRequest,
  toCartLineParams,
  VARIANT_OF_LINE,
} from './order-request.ts';

type Requested = Pick<OrderRequest, 'userId' | 'clientAddress' | 'key' | 'lines'>;

/**
 * Expires the user's own orders that await their payment and reserve stock of these lines, so that users do not block their own
 * next order. Keeps orders that were paid in the meantime, and for now those whose provider cannot be reached. Expires none if all
 * of them together would not free enough. Returns whether stock was released. Throws rate_limited, and expires none, where the next
 * order would be refused as one use of `action` too many.
 */
export async function releaseOwnReservations(
  { userId, clientAddress, key, lines }: Requested,
  action: LimitedAction | undefined,
): Promise<boolean> {
  const own = await many(OWN_RESERVATIONS, { ...toCartLineParams(lines), userId, key });
  if (own.length > 0 && action) await requireWithinLimit(action, { userId, clientAddress });
  let isReleased = false;
  for (const { id } of own) {
    isReleased = (await release(id)) || isReleased;
  }
  return isReleased;
}

/**
 * Expires the user's order that awaits its payment at the shop of these lines: the customer has changed the cart and pays the
 * new one. Money that still arrives for it is refunded. Keeps the order if it was paid in the meantime. Throws unavailable while
 * its provider cannot say whether it was paid, and rate_limited where the new order would be refused.
 */
export async function replaceUnpaidOrder({ userId, clientAddress, key, lines }: Requested): Promise<void> {
  const unpaid = await many(UNPAID_ORDERS, { ...toCartLineParams(lines), userId, key });
  if (unpaid.length > 0) await requireWithinLimit('reservation', { userId, clientAddress });
  for (const { id } of unpaid) await endUnpaid(id, PAYMENT_UNAVAILABLE);
}

/**
 * Expires the user's order that awaits its payment at the shop of these lines, now that the cart was ordered in cash. One whose
 * provider cannot say whether it was paid is left to the sweep.
 */
export async function endUnpaidOrder({ userId, key, lines }: Requested): Promise<void> {
  for (const { id } of await many(UNPAID_ORDERS, { ...toCartLineParams(lines), userId, key })) await release(id);
}

/**
 * Expires an order that awaits its payment, for the user who cancels it. Returns false if it was paid in the meantime, as it is
 * then an order like any other. Throws unavailable while its provider cannot say whether it was paid.
 */
export async function cancelUnpaidOrder({ orderId, userId }: { orderId: number; userId: number }): Promise<boolean> {
  const order = await findUnpaid(orderId);
  return order?.userId === userId && (await endUnpaid(orderId, CANNOT_CHECK));
}

const CANNOT_CHECK = 'It cannot be checked right now whether this order was paid. Please try again in a moment.';

/** Returns whether it expired; false if it was paid. */
async function endUnpaid(orderId: number, problem: string): Promise<boolean> {
  if (await release(orderId)) return true;
  if (await findUnpaid(orderId)) throw new DomainError('unavailable', problem, { retry_after: RETRY_AFTER_SECONDS });
  return false;
}

const findUnpaid = (id: number) => Order.query().findOne({ id, paymentStatus: 'awaiting' }).select('userId');

/** Whether the user has received an order before. */
export const IS_KNOWN_BUYER = `EXISTS (
        SELECT FROM orders received WHERE received.user_id = :userId::bigint AND received.status = 'Delivered')`;

/** How many pieces of a variant with this stock an account without a delivered order reserves at most. */
export const mostReserved = (stock: string): string => `greatest(10, ${stock} / 3)`;

/**
 * Throws `above_max_quantity` where an account without a delivered order would reserve, without paying, more than ten pieces and
 * more than a third of the stock: a new account must not reserve all of it.
 */
export async function refuseLargeReservation({ userId, lines }: Requested): Promise<void> {
  const [large] = await many(LARGE_RESERVATION, { ...toCartLineParams(lines), userId });
  if (!large) return;
  const text = `Until your first order has been delivered, at most ${large.most} of ${large.name} can wait for an online payment. Please take fewer, or pay in cash.`;
  throw new DomainError('above_max_quantity', text);
}

// Counts the reservation of the user's own unpaid order as stock, as the new order replaces it.
const LARGE_RESERVATION = sql<CartLineParams & { userId: number }, { name: string; most: number }>(
  `SELECT name, most FROM (
     SELECT p.name, line.quantity, ${mostReserved(`(${itemsOf('v')} + coalesce(own.pieces, 0))`)} AS most
     FROM ${CART_LINES} JOIN variants v ON ${VARIANT_OF_LINE} JOIN products p ON p.id = v.product_id
     CROSS JOIN LATERAL (
       SELECT sum(i.quantity)::int AS pieces FROM orders o JOIN order_items i ON i.order_id = o.id
       WHERE o.user_id = :userId::bigint AND o.payment_status = 'awaiting' AND i.variant_id = v.id
     ) own
   ) requested WHERE quantity > most AND NOT ${IS_KNOWN_BUYER} ORDER BY name LIMIT 1`,
);

const RETRY_AFTER_SECONDS = 5;

/** Whether the user has an order that awaits its payment at the shop `shop`. */
export const HAS_UNPAID_ORDER = `EXISTS (
        SELECT FROM orders o WHERE o.user_id = :userId::bigint AND o.shop_id = shop.id AND o.payment_status = 'awaiting')`;

/** Returns whether it expired. If its provider cannot be reached, `releaseOverdueReservations` ends it later. */
async function release(orderId: number): Promise<boolean> {
  // First, so that no payment is opened while the known ones are being closed.
  await run(END_NOW, { orderId });
  try {
    await closeOrderPayments({ orderId, source: 'order' });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return false;
  }
  return expireOrder(orderId);
}

// An order that a second click has placed does not count as another one.
const IS_OTHER = `NOT EXISTS (
      SELECT FROM order_requests r WHERE r.order_id = o.id AND r.user_id = :userId::bigint AND r.key = :key::text
        AND NOT (${IS_KEY_FREE}))`;

const OWN_RESERVATIONS = sql<CartLineParams & { userId: number; key: string }, { id: number }>(
  `
  WITH reserved AS (
    SELECT o.id, i.variant_id, i.quantity FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.user_id = :userId::bigint AND o.payment_status = 'awaiting' AND ${IS_OTHER}
  ), requested AS (
    SELECT v.id, ${itemsOf('v')} - line.quantity + coalesce((SELECT sum(quantity) FROM reserved WHERE variant_id = v.id), 0) AS rest
    FROM ${CART_LINES} JOIN variants v ON ${VARIANT_OF_LINE}
  )
  SELECT DISTINCT reserved.id FROM reserved JOIN requested ON requested.id = reserved.variant_id
  WHERE (SELECT min(rest) FROM requested) >= 0 ORDER BY reserved.id`,
);

const UNPAID_ORDERS = sql<CartLineParams & { userId: number; key: string }, { id: number }>(
  `
  SELECT o.id FROM orders o
  WHERE o.user_id = :userId::bigint AND o.payment_status = 'awaiting' AND ${IS_OTHER} AND o.shop_id IN (
    SELECT p.shop_id FROM ${CART_LINES} JOIN products p ON p.id = line.product_id
  ) ORDER BY o.id`,
);

// Claimed like by the sweep, which would notify the customer.
const END_NOW = sql<{ orderId: number }>(`
  UPDATE orders SET reserved_until = least(reserved_until, now()), reservation_check_at = now() + interval '30 seconds'
  WHERE id = :orderId AND payment_status = 'awaiting'`);
