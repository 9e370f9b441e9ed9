import { DatabaseError } from 'pg';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { ordersPlaced } from '../../metrics/counters.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { giveUpHolds } from '../payments/give-up-holds.ts';
import { findEarlierOrder, type StoredOrder } from './find-earlier-order.ts';
import { findObstacle } from './find-obstacle.ts';
import { lineArrays } from './line-arrays.ts';
import { orderSummary } from './order-summary.ts';
import { type OrderMoney, PLACE_ORDER_OF } from './place-order.sql.ts';
import type { WantedOrder } from './wanted-order.ts';

/** What is stored: the order, and how its money begins; `paymentId` is the money that is there already. */
export type Storing = { wanted: WantedOrder; money: OrderMoney; paymentId?: number };

const ATTEMPTS = 3;

/**
 * Stores an order at the prices and stocks of the database, or finds the one that the same request has made before; nothing
 * is stored unless all of it is. An order of the same customer that waits for its money gives way where it holds the goods.
 * Answers undefined when nothing is in the way and it cannot be stored all the same: the
 * payment has been used, or others were faster every time. Throws what `findObstacle` finds, and idempotency_conflict.
 */
export async function storeOrder(storing: Storing): Promise<StoredOrder | undefined> {
  const { wanted, money } = storing;
  let seenOpen = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const placed = await insertOrder(storing, seenOpen);
    if (placed) {
      ordersPlaced.inc({ money });
      if (placed.outboxId !== null) dispatchSoon({ id: placed.outboxId, topic: 'order.placed', subjectId: placed.id });
      return placed;
    }
    const earlier = await findEarlierOrder(wanted);
    if (earlier && !(money === 'awaiting' && earlier.paymentStatus === 'expired')) return earlier;

    const obstacle = await findObstacle(wanted);
    if (obstacle && !(obstacle.code === 'out_of_stock' && (await giveUpHolds(wanted)))) throw obstacle;
    // Nothing in the way: it is a shop that sells only while it is open, and it is, or the obstacle has just gone.
    seenOpen = obstacle === undefined;
  }
  return undefined;
}

/** For a cart that could not be stored although nothing is in its way. */
export const tooBusy = (): DomainError =>
  new DomainError('unavailable', 'Failed to place order. Please try again.', { retry_after: 1 });

async function insertOrder(storing: Storing, seenOpen: boolean, isRetry = false): Promise<NewOrder | undefined> {
  const { wanted, money, paymentId } = storing;
  const { userId, key, bodyHash, totalPaise, takeaway, addressId, address, clientOrderDate } = wanted;
  const place = address && [address.name, address.street, address.city, address.zip, address.phone];
  const values = [userId, key, bodyHash, totalPaise, takeaway, addressId, place, clientOrderDate, seenOpen];
  const told = { cod: [summaryOf(wanted)], awaiting: [], paid: [summaryOf(wanted), paymentId] };
  try {
    const { rows } = await database().pool.query<NewOrder>({
      ...PLACE_ORDER_OF[money],
      values: [...lineArrays(wanted.lines), ...values, ...told[money]],
    });
    return rows[0];
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code === CHECK_VIOLATION) return undefined;
    if (code === DEADLOCK && !isRetry) return insertOrder(storing, seenOpen, true);
    throw error;
  }
}

type NewOrder = StoredOrder & { outboxId: number | null };

const CHECK_VIOLATION = '23514';
const DEADLOCK = '40P01';

/** The end of the shop's message, true if the order is placed at all: its total is the one that was asked for. */
function summaryOf({ lines, totalPaise }: WantedOrder): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return orderSummary(count, totalPaise);
}
