import type { OrderStatus } from '@haat/contract/rules/order-status';
import { formatPaise } from '@haat/contract/rules/rupees';
import { opensAt } from '@haat/contract/rules/opening-hours';
import { DatabaseError } from 'pg';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { PLACE_ORDER } from './place-order.sql.ts';
import { lineArrays } from './line-arrays.ts';
import { findObstacle } from './find-obstacle.ts';
import { findEarlierOrder, type StoredOrder } from './find-earlier-order.ts';
import { type OrderRequest, readWantedOrder, type WantedOrder } from './wanted-order.ts';

/** `opensAt`: when the shop opens, if it was closed as the order was placed. */
export type PlacedOrder = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  opensAt: Date | undefined;
};

const ATTEMPTS = 3;

/**
 * Places an order at the prices and stocks of the database, once per idempotency key and, without one, once per cart in
 * ten seconds: a repeated request is answered like the first. Nothing is stored unless all of it is. Throws
 * invalid_input, mixed_shops, not_found, price_changed, out_of_stock (both with the cart as it stands), below_min_order,
 * shop_closed, idempotency_conflict, payment_unverified. Spec sections 4 and 5.
 */
export async function placeOrder(request: OrderRequest): Promise<PlacedOrder> {
  const wanted = readWantedOrder(request);
  let seenOpen = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // What is paid online becomes an order when its money is there.
    const placed = wanted.paymentMethod === 'cod' ? await insertOrder(wanted, seenOpen) : undefined;
    if (placed) {
      dispatchSoon({ id: placed.outboxId, topic: 'order.placed', subjectId: placed.id });
      return presentPlaced(placed);
    }
    const earlier = await findEarlierOrder(wanted);
    if (earlier) return presentPlaced(earlier);

    const obstacle = await findObstacle(wanted);
    if (obstacle) throw obstacle;
    // Nothing in the way: it is a shop that sells only while it is open, and it is, or the obstacle has just gone.
    seenOpen = true;
  }
  throw new DomainError('unavailable', 'Failed to place order. Please try again.', { retry_after: 1 });
}

async function insertOrder(wanted: WantedOrder, seenOpen: boolean, isRetry = false): Promise<NewOrder | undefined> {
  const { userId, key, bodyHash, totalPaise, takeaway, addressId, address, clientOrderDate } = wanted;
  const place = address && [address.name, address.street, address.city, address.zip, address.phone];
  const values = [userId, key, bodyHash, totalPaise, takeaway, addressId, place, clientOrderDate, summaryOf(wanted)];
  try {
    const { rows } = await database().pool.query<NewOrder>({
      name: 'place-order',
      text: PLACE_ORDER,
      values: [...lineArrays(wanted.lines), ...values, seenOpen],
    });
    return rows[0];
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code === CHECK_VIOLATION) return undefined;
    if (code === DEADLOCK && !isRetry) return insertOrder(wanted, seenOpen, true);
    throw error;
  }
}

type NewOrder = StoredOrder & { outboxId: number };

const CHECK_VIOLATION = '23514';
const DEADLOCK = '40P01';

/** The end of the shop's message, true if the order is placed at all: its total is the one that was asked for. */
function summaryOf({ lines, totalPaise }: WantedOrder): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${count} ${count === 1 ? 'item' : 'items'}, ${formatPaise(totalPaise)}`;
}

function presentPlaced({ id, orderNumber, status, totalPaise, createdAt, ...shop }: StoredOrder): PlacedOrder {
  const hours = { open_time: shop.openTime, close_time: shop.closeTime, time_zone: shop.timeZone };
  return { id, orderNumber, status, totalPaise, opensAt: opensAt(hours, createdAt) };
}
