import type { Permission } from '@haat/contract/accounts/shop-roles';
import type { CancellationState, OrderReason } from '@haat/contract/orders/order-reasons';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import type { OrderFacts } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { type Connection, one, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import { pinRequired } from '../accounts/pin-required.ts';
import type { Session } from '../accounts/session.ts';
import { isMemberWith } from '../accounts/shop-rights.ts';
import { ASKS_CODE, GRACE_ENDS_AT, HOLD_UNTIL, IS_VISIBLE_TO_SHOP } from './order-record.ts';
import { PREPARATION, type Preparation } from './life/ready-time.ts';

/** What decides about an order. Of `lockOrder`, its row is locked until the transaction ends. */
export type LockedOrder = OrderFacts & {
  /** Null for a sale over the counter. */
  userId: number | null;
  shopId: number;
  paymentStatus: PaymentStatus;
  isVisibleToShop: boolean;
  acceptBy: Date | null;
  /** Why its customer asked to cancel it, if they did. */
  requestReason: OrderReason | null;
  /** Starts at 1; every change of the lines makes a new one. */
  revision: number;
  /** Until when the customer can answer the open proposal of the shop, in ms since 1970; missing when there is none. */
  answerBy: number | undefined;
  /** Until when a takeaway that is ready is kept for its customer, in ms since 1970; missing for other orders. */
  holdUntil?: number | undefined;
  /** Whether the shop asks for the pickup code of such an order. */
  asksCode: boolean;
  /** Changes with every proposal and every request to cancel it. */
  factsVersion: number;
  preparation: Preparation;
  /** The database's clock, in ms since 1970. */
  now: number;
};

/** Locks the order's row. Throws not_found. */
export async function lockOrder(client: PoolClient, orderId: number): Promise<LockedOrder> {
  await run(LOCK_ORDER, { orderId }, client);
  // After the lock: a statement that waits for a row reads the other tables as they were before the wait.
  return readOrder(orderId, client);
}

/** What decides about an order, without a lock. Throws not_found. */
export async function readOrder(orderId: number, on?: Connection): Promise<LockedOrder> {
  const order = await one(READ_ORDER, { orderId }, on);
  if (!order) throw new DomainError('not_found', 'Order not found');
  const { graceEndsAt, holdUntil, cancellation, answerBy, now, ...read } = order;
  const { opening, usualMinutes, ...facts } = read;
  return {
    ...facts,
    preparation: { opening, takeaway: facts.takeaway, usualMinutes, now },
    cancellation: cancellation ?? undefined,
    graceEndsAt: graceEndsAt?.getTime(),
    answerBy: answerBy?.getTime(),
    hasOpenProposal: answerBy !== null,
    holdUntil: holdUntil?.getTime(),
    now: now.getTime(),
  };
}

const LOCK_ORDER = sql<{ orderId: number }>('SELECT FROM orders WHERE id = :orderId FOR NO KEY UPDATE');

type OrderRow = Omit<
  LockedOrder,
  'graceEndsAt' | 'holdUntil' | 'answerBy' | 'hasOpenProposal' | 'cancellation' | 'now' | 'preparation'
> &
  Preparation & {
    graceEndsAt: Date | null;
    holdUntil: Date | null;
    answerBy: Date | null;
    cancellation: CancellationState | null;
  };

const READ_ORDER = sql<{ orderId: number }, OrderRow>(
  `
  SELECT o.user_id, o.shop_id, o.status, o.takeaway, o.payment_status, o.accept_by, o.revision, o.facts_version,
    ${PREPARATION},
    (SELECT p.answer_by FROM order_proposals p WHERE p.order_id = o.id AND p.state = 'open') AS answer_by,
    ${IS_VISIBLE_TO_SHOP} AS is_visible_to_shop, request.state AS cancellation, request.reason AS request_reason,
    ${GRACE_ENDS_AT} AS grace_ends_at, ${HOLD_UNTIL} AS hold_until, ${ASKS_CODE} AS asks_code
  FROM orders o JOIN shops shop ON shop.id = o.shop_id
  LEFT JOIN cancellation_requests request ON request.order_id = o.id
  WHERE o.id = :orderId`,
);

/**
 * The roles in which the session may act on the order: members may order at their own shop. The shop's role needs the permission
 * for the action. Throws DomainError `pin_required` for an order of the shop on a locked shared device.
 */
export function getActors(
  { userId, shopId, isVisibleToShop }: Pick<LockedOrder, 'userId' | 'shopId' | 'isVisibleToShop'>,
  by: Session,
  permission: Permission = 'orders',
): OrderActor[] {
  const isOfShop = isMemberWith(permission, by, shopId);
  if (by.isLocked && userId !== by.userId && isMemberWith('orders', by, shopId)) throw pinRequired();
  if (by.isLocked) return userId === by.userId ? ['customer'] : [];
  return [
    ...(userId === by.userId ? ['customer' as const] : []),
    ...(isVisibleToShop && isOfShop ? ['shop' as const] : []),
    ...(isVisibleToShop && by.isPlatformAdmin && !isOfShop ? ['operator' as const] : []),
  ];
}

/** The user who acts on the order: the session's account for a customer, the member at work for a shop. */
export const actorIdOf = (actor: OrderActor, by: Pick<Session, 'userId' | 'actorId'>): number =>
  actor === 'customer' ? by.userId : by.actorId;
