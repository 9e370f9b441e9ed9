import {
  CUSTOMER_REASONS,
  DECLINE_REASONS,
  type OrderActor,
  type OrderReason,
  RETURN_REASONS,
  SHOP_REASONS,
} from '@haat/contract/orders/order-reasons';
import type { Permission } from '@haat/contract/accounts/shop-roles';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { type OrderEvent, statusAfter } from '@haat/machines/orders/order.machine';
import { shopCancelReasons } from '@haat/machines/orders/hand-over';
import type { PoolClient } from 'pg';
import { inRetriedTransaction, one, run, sql } from '../../db/database.ts';
import { CancellationRequest, OrderProposal } from '../../db/orders.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { inWords } from '../../rate-limit/limit.ts';
import type { Session } from '../../accounts/session.ts';
import { may } from '../../accounts/shop-rights.ts';
import { catalogVersion, signalCatalog } from '../../catalog/change-catalog.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { decideRefund, lockConsumedPayment } from '../../payments/refunds.ts';
import { notAllowed } from './advance-order-status.ts';
import { announceChange, type ChangedStatus, changeStatus } from './change-status.sql.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';
import { cancelUnpaidOrder } from '../place/own-reservations.ts';
import { ORDER_RECORD, type OrderRecord, SHOP_ORDER_RECORD } from '../order-record.ts';
import { actorIdOf, getActors, type LockedOrder, lockOrder } from '../lock-order.ts';
import { lockStock } from '../../stock/lock-stock.ts';
import { releaseStock } from '../../stock/release-stock.ts';
import type { ItemQuantity } from '../place/place-replacement.ts';

type Exit = 'decline' | 'cancel' | 'bringBack';
type Request = {
  orderId: number;
  exit: Exit;
  by: Session;
  reason: OrderReason;
  text?: string | undefined;
  /** What came back and cannot be sold again. */
  writtenOff?: ItemQuantity[] | undefined;
  /** The permission that a member's role needs; `orders` by default. */
  permission?: Permission;
};

/**
 * Ends an order before its delivery: its shop declines, cancels or brings it back, or its customer or the operator cancels it.
 * One transaction puts the items on sale again, except written-off ones, cancels due cash and makes the refund of an online
 * payment due. An order that awaits its payment expires when its customer cancels it. Repeating a request changes nothing and is
 * no error. Throws not_found (also for orders of others), forbidden when only the other side may do that, invalid_input for a
 * reason of another actor and for items that the order does not have, status_not_allowed, and unavailable while it is not known
 * whether the order was paid.
 */
export async function endOrder({
  orderId,
  exit,
  by,
  reason,
  text,
  writtenOff,
  permission,
}: Request): Promise<{ order: OrderRecord; changed: boolean }> {
  if (exit === 'cancel' && (await cancelUnpaidOrder({ orderId, userId: by.userId })))
    return { order: await findOrder(orderId, by), changed: true };
  const ended = await endWhen(orderId, (order) => {
    const actors = getActors(order, by, permission);
    if (actors.length === 0) throw new DomainError('not_found', 'Order not found');
    if (order.status === ENDS[exit] || (exit === 'cancel' && order.paymentStatus === 'expired')) return undefined;
    if (!order.isVisibleToShop) throw refusal(order, exit, actors);
    const allowed = actors.filter((actor) => statusAfter(order, { type: exit, by: actor, at: order.now }));
    if (allowed.length === 0) throw refusal(order, exit, actors);
    const actor = allowed.find((each) => reasonsOf(order, exit, each).includes(reason));
    if (!actor) throw wrongReason(order, reason, reasonsOf(order, exit, allowed[0]));
    const who = { by: actor, actorId: actorIdOf(actor, by), sessionId: by.sessionId };
    return { type: exit, ...who, reason, reasonText: text, writtenOff };
  });
  return { order: await findOrder(orderId, by), changed: ended };
}

const ENDS: Record<Exit, OrderStatus> = { decline: 'Declined', cancel: 'Cancelled', bringBack: 'Returned' };

function reasonsOf(order: LockedOrder, exit: Exit, actor: OrderActor | undefined): readonly OrderReason[] {
  if (exit === 'decline') return DECLINE_REASONS;
  if (exit === 'bringBack') return RETURN_REASONS;
  if (actor === 'customer') return CUSTOMER_REASONS;
  return actor === 'operator' ? SHOP_REASONS : shopCancelReasons(order, order.now);
}

function wrongReason({ holdUntil, now }: LockedOrder, reason: OrderReason, reasons: readonly OrderReason[]) {
  if (reason !== 'not_collected' || holdUntil === undefined)
    return new DomainError('invalid_input', `reason must be one of ${reasons.join(', ')}`);
  const time = inWords(Math.ceil((holdUntil - now) / 1000));
  const text = `This order is kept for its customer for another ${time}. After that, you can cancel it as not collected.`;
  return new DomainError('status_not_allowed', text, { hold_until: new Date(holdUntil).toISOString() });
}

function refusal(order: LockedOrder, exit: Exit, actors: OrderActor[]): DomainError {
  const { status, isVisibleToShop } = order;
  if (!isVisibleToShop)
    return new DomainError(
      'status_not_allowed',
      'This order is not paid. It expires automatically if no payment arrives.',
    );
  if (exit === 'decline' && !actors.includes('shop'))
    return new DomainError('forbidden', 'Only the shop can decline an order.');
  if (exit === 'bringBack' && !actors.some((actor) => actor !== 'customer'))
    return new DomainError('forbidden', 'Only the shop can mark an order as not delivered.');
  const isTooLate =
    exit === 'cancel' && actors.includes('customer') && ['Accepted', 'Ready', 'In Transit'].includes(status);
  return isTooLate
    ? new DomainError('status_not_allowed', 'This order can no longer be cancelled. Please call the shop.')
    : notAllowed(status, ENDS[exit]);
}

type Ending = Omit<OrderEvent, 'at'> & {
  actorId: number | null;
  sessionId?: string;
  reason?: OrderReason;
  reasonText?: string | undefined;
  writtenOff?: ItemQuantity[] | undefined;
};

type Decide = (order: LockedOrder) => Ending | undefined;

/**
 * Ends an order as `decide`, which is given the locked order, says; undefined for nothing. Returns whether it did. Throws not_found
 * and what `decide` throws.
 */
export async function endWhen(orderId: number, decide: Decide): Promise<boolean> {
  const ended = await inRetriedTransaction((client) => endLocked(client, orderId, decide));
  if (ended) announceEnd(ended);
  return ended !== undefined;
}

/** The same in the caller's transaction, who calls `announceEnd` after its commit. */
export async function endLocked(client: PoolClient, orderId: number, decide: Decide): Promise<Ended | undefined> {
  const order = await lockOrder(client, orderId);
  const ending = decide(order);
  if (!ending) return undefined;
  const { type, by: actor, writtenOff = [], ...why } = ending;
  const to = statusAfter(order, { type, by: actor, at: order.now });
  await lockStock(client, orderId);
  const changed = to && (await changeStatus({ orderId, from: order.status, to, actor, ...why }, client));
  if (!changed) throw new Error(`Order ${orderId} has changed although it is locked`);
  if (actor !== 'shop') await notifyShop(client, orderId, to);
  if (writtenOff.length > 0) await writeOff(client, { orderId, items: writtenOff, by: { actor, ...why } });
  await releaseStock(client, orderId);
  if (order.hasOpenProposal)
    await OrderProposal.query(client).where({ orderId, state: 'open' }).patch({ state: 'closed', settledAt: NOW });
  if (order.cancellation === 'open') await closeRequest(client, orderId, to === 'Cancelled' ? 'granted' : 'refused');
  if (order.paymentStatus === 'paid') await refundRest(client, orderId, { actor, ...why });
  return { changed, version: await catalogVersion(client, order.shopId) };
}

type WrittenOff = { orderId: number; items: ItemQuantity[]; by: EventActor };

async function writeOff(client: PoolClient, { orderId, items, by }: WrittenOff): Promise<void> {
  const itemIds = items.map(({ itemId }) => itemId);
  const quantities = items.map(({ quantity }) => quantity);
  if ((await run(WRITE_OFF, { orderId, itemIds, quantities }, client)) < items.length)
    throw invalidField('written_off', 'must be lines of the order, and no more of each than ordered');
  const { actor, actorId, sessionId } = by;
  const details = { items: itemIds, quantities };
  await recordOrderEvent(client, { orderId, kind: 'written_off', actor, actorId, sessionId, details });
}

const WRITE_OFF = sql<{ orderId: number; itemIds: number[]; quantities: number[] }>(
  `UPDATE order_items i SET written_off = line.quantity
   FROM unnest(:itemIds::bigint[], :quantities::int[]) AS line (item_id, quantity)
   WHERE i.id = line.item_id AND i.order_id = :orderId AND i.quantity >= line.quantity`,
);

/** Answers the open request to cancel an order, if there is one. */
export async function closeRequest(client: PoolClient, orderId: number, state: 'granted' | 'refused'): Promise<void> {
  await CancellationRequest.query(client).where({ orderId, state: 'open' }).patch({ state, answeredAt: NOW });
}

/** The people who prepare the order have to know, also without an open page. */
const notifyShop = (client: PoolClient, orderId: number, to: OrderStatus): Promise<void> =>
  notifyOfUpdate(
    client,
    to === 'Expired'
      ? { orderId, update: 'expired', message: 'not accepted in time' }
      : { orderId, update: 'cancelled', message: 'cancelled, do not prepare it' },
  );

type Ended = { changed: ChangedStatus; version: number };

/** Announces an end after its commit. */
export function announceEnd({ changed, version }: Ended): void {
  announceChange(changed);
  signalCatalog(changed.shopId, version);
}

/** Makes a refund of the rest of the order's payment due. */
async function refundRest(
  client: PoolClient,
  orderId: number,
  { actor, actorId, sessionId }: EventActor,
): Promise<void> {
  const payment = await lockConsumedPayment(client, orderId);
  if (!payment) return;
  const by = { actor, actorId, sessionId };
  const decision = { source: 'order', amountPaise: payment.leftPaise, reason: 'order ended', by } as const;
  await decideRefund(client, { payment, ...decision });
}

/** As the caller may see it. */
export async function findOrder(orderId: number, by: Session): Promise<OrderRecord> {
  const order = await one(FIND_ORDER, { orderId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  if (may('orders', by, order.shop.id)) return (await one(FIND_SHOP_ORDER, { orderId })) ?? order;
  return order;
}

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(`${ORDER_RECORD} WHERE o.id = :orderId`);
const FIND_SHOP_ORDER = sql<{ orderId: number }, OrderRecord>(`${SHOP_ORDER_RECORD} WHERE o.id = :orderId`);
