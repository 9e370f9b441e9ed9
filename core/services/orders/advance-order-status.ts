import { ALREADY_FINAL, type OrderStatus, orderStatusLabel } from '@haat/contract/rules/order-status';
import { advanceStatus, nextStatus } from '@haat/machines/order-status/order-status.machine';
import { publishSoon } from '../../bus/connect-bus.ts';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { type Session, worksFor } from '../auth/session.ts';
import { ADVANCE_ORDER } from './advance-order.sql.ts';
import type { OrderRecord } from './order-record.ts';
import { IS_REAL, SHOP_ORDER_RECORD } from './order-record.sql.ts';

type Request = { orderId: number; to: OrderStatus; by: Session };

/**
 * Moves an order one step on, for a member of its shop or the platform's operator. Asking again for the status it has
 * changes nothing and is no error. Throws not_found (also for orders of other shops) and status_not_allowed. Spec section 4.
 */
export async function advanceOrderStatus(request: Request): Promise<{ order: OrderRecord; changed: boolean }> {
  const { orderId, to, by } = request;
  // Every round that finds the order moved by somebody else finds it further on, and there are three steps.
  for (;;) {
    const order = await findOrderFor(by, orderId);
    if (order.status === to) return { order, changed: false };
    if (advanceStatus(order.status, to) !== to) throw notAllowed(order.status, to);
    if (await move(order, request)) return { order: await findOrderFor(by, orderId), changed: true };
  }
}

async function findOrderFor(by: Session, orderId: number): Promise<OrderRecord> {
  const { rows } = await database().pool.query<OrderRecord>({
    name: 'find-order',
    text: `${SHOP_ORDER_RECORD} WHERE o.id = $1 AND ${IS_REAL}`,
    values: [orderId],
  });
  const order = rows[0];
  if (!order || !(worksFor(by, order.shop.id) || by.isPlatformAdmin))
    throw new DomainError('not_found', 'Order not found');
  return order;
}

async function move(order: OrderRecord, { to, by }: Request): Promise<boolean> {
  const { rows } = await database().pool.query<{ id: number; acknowledged: number | null }>({
    name: 'advance-order',
    text: ADVANCE_ORDER,
    values: [order.id, order.status, to, by.userId, !worksFor(by, order.shop.id), orderStatusLabel(to)],
  });
  const moved = rows[0];
  if (!moved) return false;
  dispatchSoon({ id: moved.id, topic: 'order.status', subjectId: order.id });
  if (moved.acknowledged !== null)
    publishSoon({ type: 'acknowledged', shopId: order.shop.id, seq: moved.acknowledged });
  return true;
}

function notAllowed(from: OrderStatus, to: OrderStatus): DomainError {
  const isFinal = nextStatus(from) === undefined;
  const text = isFinal
    ? ALREADY_FINAL
    : `An order that is '${orderStatusLabel(from)}' cannot become '${orderStatusLabel(to)}'.`;
  return new DomainError('status_not_allowed', text);
}
