import type { Permission } from '@haat/contract/rules/shop-roles';
import { ALREADY_FINAL, type OrderStatus, orderStatusLabel } from '@haat/contract/rules/order-status';
import { canAdvance, isEndedEarly, isFinalStatus } from '@haat/machines/order-status/order.machine';
import { needsPickupCode } from '@haat/machines/order-status/hand-over';
import { inRetriedTransaction, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../auth/session.ts';
import { isMemberWith, may } from '../auth/shop-rights.ts';
import { announceChange, changeStatus } from './change-status.sql.ts';
import { getActors, type LockedOrder, lockOrder } from './lock-order.ts';
import { getReadyTime } from './ready-time.ts';
import { checkPickupCode, noPickupCode } from './pickup-code.ts';
import { IS_VISIBLE_TO_SHOP, type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';

/**
 * `readyInMinutes`: when an order that is accepted is ready; by default when the shop usually is. `code`: the pickup code, as the
 * customer showed it. `permission`: what the role of a member must permit; `orders` by default.
 */
type Request = {
  orderId: number;
  to: OrderStatus;
  by: Session;
  readyInMinutes?: number | undefined;
  code?: string | undefined;
  permission?: Permission;
};

/**
 * Moves an order to its next status, for a member of its shop or the platform operator. Requesting the status that it
 * already has changes nothing and is no error. Throws not_found (also for orders of other shops), status_not_allowed, and what
 * `checkPickupCode` throws.
 */
export async function advanceOrderStatus({
  orderId,
  to,
  by,
  readyInMinutes,
  code,
  permission = 'orders',
}: Request): Promise<{ order: OrderRecord; changed: boolean }> {
  // Before the transaction: wrong tries count although nothing else happens.
  const isCodeShown = to === 'Delivered' && (await isCodeChecked({ orderId, to, by, code, permission }));
  // Under the lock: proposals and requests leave the status as it is, and are seen by nobody who does not wait for them.
  const changed = await inRetriedTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    const actor = getActors(order, by, permission).find((each) => each !== 'customer');
    if (!actor) throw new DomainError('not_found', 'Order not found');
    if (order.status === to) return undefined;
    if (!canAdvance(order, to)) throw refusal(order, to);
    // The order may have become ready, and the shop begun to ask, after the code was or was not checked.
    if (needsPickupCode(order, to, actor) && !isCodeShown) throw noPickupCode();
    const promisedAt = to === 'Accepted' ? await getReadyTime(orderId, readyInMinutes, client) : undefined;
    const { userId: actorId, sessionId } = by;
    const change = { orderId, from: order.status, to, actor, actorId, sessionId, promisedAt };
    const done = await changeStatus(change, client);
    if (!done) throw new Error(`Order ${orderId} has changed although it is locked`);
    return done;
  });
  if (changed) announceChange(changed);
  const order = await one(FIND_ORDER, { orderId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  return { order, changed: changed !== undefined };
}

/** Returns whether the order needs its code and it was given; throws what `checkPickupCode` does. */
async function isCodeChecked({ orderId, to, by, code, permission = 'orders' }: Request): Promise<boolean> {
  const order = await one(FIND_ORDER, { orderId });
  // Whatever else is against it is said under the lock, and costs no try.
  if (!order || !may(permission, by, order.shop.id)) return false;
  if (!canAdvance({ status: order.status, takeaway: order.takeaway }, to)) return false;
  const actor = isMemberWith(permission, by, order.shop.id) ? 'shop' : 'operator';
  if (!needsPickupCode(order, to, actor)) return false;
  await checkPickupCode(orderId, code);
  return true;
}

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
  'find-order',
);
