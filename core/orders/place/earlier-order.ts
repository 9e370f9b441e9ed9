import type { OpeningHours } from '@haat/contract/shops/opening-hours';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { openingHours } from '../../shops/opening-hours.sql.ts';
import type { OrderRequest } from './order-request.ts';

/** An order as its request is answered, with the opening hours of its shop. */
export type StoredOrder = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  createdAt: Date;
  paymentStatus: PaymentStatus;
  reservedUntil: Date | null;
  opening: OpeningHours;
  takeaway: boolean;
  /** Of a cash order that was just stored: its customer has one at the shop that awaits its payment. */
  hasUnpaid?: boolean;
  /** Of an order that was just stored: the profile of its customer lacks the name or the mobile number. */
  lacksContact?: boolean;
};

/**
 * The order that an earlier request with the same key has placed; undefined when there was none. Throws
 * idempotency_conflict when that request was for another order.
 */
export async function findEarlierOrder(request: OrderRequest): Promise<StoredOrder | undefined> {
  const { userId, key, bodyHash, plainHash } = request;
  const earlier = await one(FIND_EARLIER_REQUEST, { userId, key });
  // During an upgrade, a server of an earlier version may have placed the order, without its contact and note.
  if (earlier && earlier.bodyHash !== bodyHash && earlier.bodyHash !== plainHash) {
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another order.');
  }
  return earlier;
}

/**
 * The user's newest order of the last half hour for the same cart with an online payment, which a client without keys refers to
 * once it has paid.
 */
export const findSameCartOnline = ({ userId, bodyHash }: OrderRequest): Promise<StoredOrder | undefined> =>
  one(FIND_SAME_CART_ONLINE, { userId, bodyHash });

/** A request without a key is a repetition for so long: a second click, or a lost response. */
const SAME_CART_SECONDS = 10;

/** Whether the key of request `r` may be used again. Keys of clients stay until maintenance removes them. */
export const IS_KEY_FREE = `r.key LIKE 'cart:%' AND r.created_at < now() - make_interval(secs => ${SAME_CART_SECONDS})`;

/** The same for online payments: an order that was not paid in time may be placed again under its key. */
export const IS_KEY_FREE_ONLINE = `(${IS_KEY_FREE}
  OR EXISTS (SELECT FROM orders o WHERE o.id = r.order_id AND o.payment_status = 'expired'))`;

// The status is the one that the first response had.
const EARLIER_ORDER = `
  SELECT r.body_hash, o.id, o.order_number, 'Pending' AS status, o.total_paise, o.created_at, o.payment_status,
    o.reserved_until, ${openingHours('shop')} AS opening, o.takeaway
  FROM order_requests r JOIN orders o ON o.id = r.order_id JOIN shops shop ON shop.id = o.shop_id`;

const FIND_EARLIER_REQUEST = sql<{ userId: number; key: string }, StoredOrder & { bodyHash: string }>(
  `${EARLIER_ORDER} WHERE r.user_id = :userId AND r.key = :key AND NOT (${IS_KEY_FREE})`,
);

const FIND_SAME_CART_ONLINE = sql<{ userId: number; bodyHash: string }, StoredOrder>(
  `${EARLIER_ORDER}
  WHERE r.user_id = :userId AND r.body_hash = :bodyHash AND o.payment_status IN ('awaiting', 'paid')
    AND o.created_at > now() - interval '30 minutes'
  ORDER BY o.id DESC LIMIT 1`,
);
