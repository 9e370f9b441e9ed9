import type { Permission } from '@haat/contract/accounts/shop-roles';
import { ALREADY_FINAL, type OrderStatus, orderStatusLabel } from '@haat/contract/orders/order-status';
import { MAX_SALE_AGE_DAYS } from '@haat/contract/orders/counter-sale';
import { canAdvance, isEndedEarly, isFinalStatus } from '@haat/machines/orders/order.machine';
import { needsPickupCode } from '@haat/machines/orders/hand-over';
import { isDeadlock, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { announceChange, changeStatus } from './change-status.sql.ts';
import { getActors, type LockedOrder, readOrder } from '../lock-order.ts';
import { readyTime } from './ready-time.ts';
import { checkPickupCode } from './pickup-code.ts';
import { IS_VISIBLE_TO_SHOP, type OrderRecord, SHOP_ORDER_RECORD } from '../order-record.ts';

/** `code`: the pickup code, as the customer showed it. `ageMs`: how long ago the step was made, if without a connection. */
export type HandOver = { code?: string | undefined; ageMs?: number | undefined };

/**
 * `readyInMinutes`: when an accepted order is ready; by default the shop's usual time. `permission`: the permission that a
 * member's role needs; `orders` by default.
 */
type Request = HandOver & {
  orderId: number;
  to: OrderStatus;
  by: Session;
  readyInMinutes?: number | undefined;
  permission?: Permission;
};

/** Of a change that other changes keep overtaking. */
const ATTEMPTS = 10;

/**
 * Moves an order to its next status, for a member of its shop or the platform operator. Requesting the status that it
 * already has changes nothing and is no error. Throws not_found (also for orders of other shops), status_not_allowed, and what
 * `checkPickupCode` throws.
 */
export async function advanceOrderStatus(request: Request): Promise<{ order: OrderRecord; changed: boolean }> {
  const { orderId, to, by, permission } = request;
  let isCodeShown = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // Read without a lock: nothing is changed unless the order still is as it was read.
    const order = await readOrder(orderId);
    const actor = getActors(order, by, permission).find((each) => each !== 'customer');
    if (!actor) throw notFound();
    if (order.status === to) return { order: await findOrder(orderId), changed: false };
    if (!canAdvance(order, to)) throw refusal(order, to);
    if (!isCodeShown && needsPickupCode(order, to, actor)) {
      await checkPickupCode(orderId, request.code);
      isCodeShown = true;
    }
    const madeAt = timeOfStep(order, request.ageMs);
    const change = {
      orderId,
      from: order.status,
      to,
      actor,
      actorId: by.actorId,
      sessionId: by.sessionId,
      promisedAt: to === 'Accepted' ? promise(order, madeAt, request.readyInMinutes) : undefined,
      madeAt,
      factsVersion: order.factsVersion,
    };
    const changed = await changeStatus(change).catch(ignoreDeadlock);
    if (changed) {
      announceChange(changed);
      return { order: await findOrder(orderId), changed: true };
    }
  }
  throw new DomainError('unavailable', 'The order keeps changing. Please try again.', { retry_after: 1 });
}

const DAY_MS = 86_400_000;

/** When an offline step was made; undefined for now, or if the device's time is impossible. */
const timeOfStep = ({ now }: LockedOrder, ageMs = 0): Date | undefined =>
  ageMs > 0 && ageMs <= MAX_SALE_AGE_DAYS * DAY_MS ? new Date(now - ageMs) : undefined;

/** When the order is ready, counted from its acceptance, but never a time in the past. */
function promise({ preparation }: LockedOrder, acceptedAt = preparation.now, minutes?: number): Date {
  const ready = readyTime({ ...preparation, now: acceptedAt }, minutes);
  return ready > preparation.now ? ready : preparation.now;
}

function ignoreDeadlock(error: unknown): undefined {
  if (!isDeadlock(error)) throw error;
}

async function findOrder(orderId: number): Promise<OrderRecord> {
  const order = await one(FIND_ORDER, { orderId });
  if (!order) throw notFound();
  return order;
}

const notFound = () => new DomainError('not_found', 'Order not found');

function refusal({ status, cancellation, hasOpenProposal }: LockedOrder, to: OrderStatus): DomainError {
  if (hasOpenProposal && !isEndedEarly(status)) {
    const text = 'The customer has not answered your proposal yet. Wait for the answer, or withdraw the proposal.';
    return new DomainError('status_not_allowed', text);
  }
  if (cancellation === 'open' && !isEndedEarly(status))
    return new DomainError('status_not_allowed', 'The customer asks to cancel this order. Please answer first.');
  return notAllowed(status, to);
}

/** Why the order in `from` cannot become `to`; with its present status, for a screen that asked without having seen it. */
export function notAllowed(from: OrderStatus, to: OrderStatus): DomainError {
  const text = isFinalStatus(from)
    ? ALREADY_FINAL
    : `An order that is '${orderStatusLabel(from)}' cannot become '${orderStatusLabel(to)}'.`;
  return new DomainError('status_not_allowed', text, { current: { order_status: from } });
}

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(
  `${SHOP_ORDER_RECORD} WHERE o.id = :orderId AND ${IS_VISIBLE_TO_SHOP}`,
);
