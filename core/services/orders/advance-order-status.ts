import { ALREADY_FINAL, type OrderStatus, orderStatusLabel } from '@haat/contract/rules/order-status';
import { advanceStatus, nextStatus } from '@haat/machines/order-status/order-status.machine';
import { publishSoon } from '../../bus/connect-bus.ts';
import { one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import type { Session } from '../auth/session.ts';
import { canManage, isMemberOf } from '../auth/shop-rights.ts';
import { paymentStatusAfter, paymentStatusAllows } from '../payments/payment-status.sql.ts';
import { IS_VISIBLE_TO_SHOP, type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';

type Request = { orderId: number; to: OrderStatus; by: Session };

/**
 * Moves an order to its next status, for a member of its shop or the platform operator. Requesting the status that it
 * already has changes nothing and is no error. Throws not_found (also for orders of other shops) and status_not_allowed.
 */
export async function advanceOrderStatus(request: Request): Promise<{ order: OrderRecord; changed: boolean }> {
  const { orderId, to, by } = request;
  // Each round that loses to a concurrent change finds a later status, and there are four.
  for (;;) {
    const order = await findOrderFor(by, orderId);
    if (order.status === to) return { order, changed: false };
    if (advanceStatus(order.status, to) !== to) throw notAllowed(order.status, to);
    if (await advance(order, request)) return { order: await findOrderFor(by, orderId), changed: true };
  }
}

async function findOrderFor(by: Session, orderId: number): Promise<OrderRecord> {
  const order = await one(FIND_ORDER, { orderId });
  if (!order || !canManage(by, order.shop.id)) throw new DomainError('not_found', 'Order not found');
  return order;
}

/** False when a concurrent request changed the status first. */
async function advance(order: OrderRecord, { to, by }: Request): Promise<boolean> {
  const advanced = await one(ADVANCE_ORDER, {
    orderId: order.id,
    from: order.status,
    to,
    label: orderStatusLabel(to),
    actorId: by.userId,
    isOperator: !isMemberOf(by, order.shop.id),
  });
  if (!advanced) return false;
  dispatchSoon({ id: advanced.outboxId, topic: 'order.status', subjectId: order.id });
  if (advanced.acknowledged !== null)
    publishSoon({ type: 'acknowledged', shopId: order.shop.id, seq: advanced.acknowledged });
  return true;
}

function notAllowed(from: OrderStatus, to: OrderStatus): DomainError {
  const isFinal = nextStatus(from) === undefined;
  const text = isFinal
    ? ALREADY_FINAL
    : `An order that is '${orderStatusLabel(from)}' cannot become '${orderStatusLabel(to)}'.`;
  return new DomainError('status_not_allowed', text);
}

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(
  `${SHOP_ORDER_RECORD} WHERE o.id = :orderId AND ${IS_VISIBLE_TO_SHOP}`,
  'find-order',
);

type AdvanceParams = {
  orderId: number;
  from: OrderStatus;
  to: OrderStatus;
  /** The new status as the customer reads it. */
  label: string;
  actorId: number;
  /** The actor is no member of the shop. */
  isOperator: boolean;
};

/**
 * Changes the status, unless a concurrent request did, with everything that follows from it: the customer's notification,
 * numbered under the lock of their feed; the collected cash of a delivered order; and the shop's acknowledgement of this
 * order and those before it, since the member who moves an order has seen it.
 */
const ADVANCE_ORDER = sql<AdvanceParams, { outboxId: number; acknowledged: number | null }>(
  `
  WITH advanced AS (
    UPDATE orders SET status = :to::text,
      payment_status = CASE WHEN :to::text = 'Delivered' THEN ${paymentStatusAfter('deliver')} ELSE payment_status END,
      collected_at = CASE WHEN :to::text = 'Delivered' AND ${paymentStatusAllows('deliver')} THEN now() ELSE collected_at END
    WHERE id = :orderId::bigint AND status = :from::text
    RETURNING id, order_number, user_id, shop_id
  ), event AS (
    INSERT INTO order_events (order_id, from_status, to_status, actor_id, actor_shop_id)
    SELECT id, :from::text, :to::text, :actorId::bigint, CASE WHEN NOT :isOperator::boolean THEN shop_id END FROM advanced
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM advanced
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, status, message)
    SELECT feed.name, feed.seq, advanced.id, 'order.status', :to::text,
      'Order ' || advanced.order_number || ': ' || :label::text
    FROM feed, advanced
  ), activity AS (
    INSERT INTO activity_log (shop_id, actor_id, action, subject, before, after)
    SELECT shop_id, :actorId::bigint, 'order.advanced', 'order:' || id,
      jsonb_build_object('status', :from::text), jsonb_build_object('status', :to::text)
    FROM advanced WHERE :isOperator::boolean
  ), acknowledged AS (
    INSERT INTO order_acknowledgements AS a (shop_id, seq, user_id)
    SELECT advanced.shop_id, n.seq, :actorId::bigint
    FROM advanced JOIN notifications n ON n.order_id = advanced.id AND n.feed = 'shop:' || advanced.shop_id
    WHERE n.kind = 'order.placed' AND NOT :isOperator::boolean
    ON CONFLICT (shop_id) DO UPDATE SET seq = excluded.seq, user_id = excluded.user_id, at = now()
      WHERE a.seq < excluded.seq
    RETURNING seq
  ), outbox_row AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'order.status', id FROM advanced RETURNING id
  )
  SELECT outbox_row.id AS outbox_id, (SELECT seq FROM acknowledged) AS acknowledged FROM outbox_row`,
  'advance-order',
);
