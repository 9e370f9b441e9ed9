import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { FIND_EARLIER_REQUEST, FIND_SAME_CART_ONLINE } from './earlier-request.sql.ts';
import type { WantedOrder } from './wanted-order.ts';

/** An order as its request is answered, with the opening hours of its shop. */
export type StoredOrder = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  createdAt: Date;
  paymentStatus: PaymentStatus;
  heldUntil: Date | null;
  openTime: string | null;
  closeTime: string | null;
  timeZone: string;
};

/**
 * The order that an earlier request with the same key has made; undefined when there was none. Throws
 * idempotency_conflict when that request asked for something else.
 */
export async function findEarlierOrder({ userId, key, bodyHash }: WantedOrder): Promise<StoredOrder | undefined> {
  const { rows } = await database().pool.query<StoredOrder & { bodyHash: string }>({
    name: 'find-earlier-request',
    text: FIND_EARLIER_REQUEST,
    values: [userId, key],
  });
  const earlier = rows[0];
  if (earlier && earlier.bodyHash !== bodyHash) {
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another order.');
  }
  return earlier;
}

/** The order that was begun online for the very same cart a moment ago, by a client that may send no keys. */
export async function findSameCartOnline({ userId, bodyHash }: WantedOrder): Promise<StoredOrder | undefined> {
  const { rows } = await database().pool.query<StoredOrder>({
    name: 'find-same-cart-online',
    text: FIND_SAME_CART_ONLINE,
    values: [userId, bodyHash],
  });
  return rows[0];
}
