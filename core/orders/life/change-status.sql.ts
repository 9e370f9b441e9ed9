import type { FeedName } from '@haat/contract/socket-events';
import type { OrderActor, OrderReason } from '@haat/contract/orders/order-reasons';
import { type OrderStatus, orderStatusLabel } from '@haat/contract/orders/order-status';
import { isEndedEarly } from '@haat/machines/orders/order.machine';
import { publishSoon } from '../../live/connect-bus.ts';
import { type Connection, database, one, sql } from '../../db/database.ts';
import { dispatchAfterCommit } from '../../queue/outbox.ts';
import type { EventActor } from '../../activity/record-order-event.ts';
import { paymentStatusAfter, paymentStatusAllows } from '../../payments/payment-status.sql.ts';

/** Who changes the status of an order, and why. */
type ChangedBy = EventActor & {
  reason?: OrderReason | undefined;
  /** In the actor's own words. */
  reasonText?: string | undefined;
};

type Change = ChangedBy & {
  orderId: number;
  from: OrderStatus;
  to: OrderStatus;
  /** When an order that is accepted is ready. */
  promisedAt?: Date | undefined;
  /** When it was made, if before now, without a connection. */
  madeAt?: Date | undefined;
  /** Of the facts that the machine was asked with, unless the order is locked. */
  factsVersion?: number;
};

/** What to signal after the commit. `seq` is the number of the notification in the customer's `feed`. */
export type ChangedStatus = {
  shopId: number;
  feed: FeedName;
  seq: number;
  acknowledged: number | null;
};

/**
 * Changes the status of an order and writes what follows from it; undefined when a concurrent request changed it, or the facts that
 * decide about it, first. The job for the rest is queued after the commit; the caller has asked the machine, and calls
 * `announceChange` then.
 */
export async function changeStatus(
  change: Change,
  on: Connection = database().pool,
): Promise<ChangedStatus | undefined> {
  const changed = await one(CHANGE_STATUS, toChangeParams(change), on);
  if (!changed) return undefined;
  const { outboxId, ...announced } = changed;
  dispatchAfterCommit(on, { id: outboxId, topic: 'order.status', subjectId: change.orderId });
  return announced;
}

/** The parameters of `CHANGE_STATUS`. */
export function toChangeParams(change: Change): ChangeParams {
  const { orderId, from, to, actor, actorId, sessionId, reason, reasonText, promisedAt, madeAt, factsVersion } = change;
  const what = { orderId, from, to, label: orderStatusLabel(to), isCancelled: isEndedEarly(to) };
  return { ...what, actor, actorId, sessionId, reason, reasonText, promisedAt, madeAt, factsVersion };
}

/**
 * Signals the screens of customer and shop immediately. The job repeats the signal, which may be lost, and does the rest. Not part
 * of the statement: transactions that NOTIFY commit one after another, each with its own flush to the disk. Eight clients then
 * make 300 changes per second instead of more than a thousand.
 */
export function announceChange({ shopId, feed, seq, acknowledged }: ChangedStatus): void {
  publishSoon({ type: 'feed', feed, seq, shopId });
  if (acknowledged !== null) publishSoon({ type: 'acknowledged', shopId, seq: acknowledged });
}

type ChangeParams = {
  orderId: number;
  from: OrderStatus;
  to: OrderStatus;
  /** The new status as the customer reads it. */
  label: string;
  /** The order ends without delivery, so no cash is due. */
  isCancelled: boolean;
  actor: OrderActor;
  actorId: number | null;
  sessionId: string | undefined;
  reason: OrderReason | undefined;
  reasonText: string | undefined;
  promisedAt: Date | undefined;
  madeAt: Date | undefined;
  factsVersion: number | undefined;
};

type ChangedRow = ChangedStatus & { outboxId: number };

// Not before the step before it.
const MADE_AT = 'coalesce((SELECT at FROM made), now())';

/**
 * The status with all its effects: the event; the customer's notification, numbered under the lock of their feed; the collected
 * cash of a delivered order; the operator's entry in the shop's activity; and the shop's acknowledgement of this and all earlier
 * orders, since the member who moves an order has seen it.
 */
export const CHANGE_STATUS = sql<ChangeParams, ChangedRow>(
  `
  WITH made AS (
    SELECT least(now(), greatest(:madeAt::timestamptz, o.created_at,
      (SELECT max(e.at) FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status'))) AS at
    FROM orders o WHERE o.id = :orderId::bigint AND :madeAt::timestamptz IS NOT NULL
  ), changed AS (
    UPDATE orders SET status = :to::text,
      payment_status = CASE WHEN :to::text = 'Delivered' THEN ${paymentStatusAfter('deliver')}
        WHEN :isCancelled::boolean THEN ${paymentStatusAfter('cancel')} ELSE payment_status END,
      collected_at = CASE WHEN :to::text = 'Delivered' AND ${paymentStatusAllows('deliver')} THEN ${MADE_AT} ELSE collected_at END,
      promised_at = coalesce(:promisedAt::timestamptz, promised_at)
    WHERE id = :orderId::bigint AND status = :from::text
      AND facts_version = coalesce(:factsVersion::integer, facts_version)
    RETURNING id, order_number, user_id, shop_id, revision
  ), event AS (
    INSERT INTO order_events (order_id, from_status, to_status, actor, actor_id, actor_shop_id, device, revision, reason,
      reason_text, at, details)
    SELECT id, :from::text, :to::text, :actor::text, :actorId::bigint, CASE WHEN :actor::text = 'shop' THEN shop_id END,
      (SELECT s.device FROM sessions s WHERE s.id = :sessionId::uuid), revision, :reason::text, :reasonText::text,
      ${MADE_AT}, (SELECT jsonb_build_object('recorded_at', now()) FROM made)
    FROM changed RETURNING order_id
  ), promise AS (
    INSERT INTO order_events (order_id, kind, actor, actor_id, actor_shop_id, revision, at, details)
    SELECT id, 'promised', :actor::text, :actorId::bigint, CASE WHEN :actor::text = 'shop' THEN shop_id END, revision,
      ${MADE_AT}, jsonb_build_object('at', :promisedAt::timestamptz)
    FROM changed JOIN event ON event.order_id = changed.id WHERE :promisedAt::timestamptz IS NOT NULL
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM changed
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, status, message)
    SELECT feed.name, feed.seq, changed.id, 'order.status', :to::text,
      'Order ' || changed.order_number || ': ' || :label::text
    FROM feed, changed
  ), activity AS (
    INSERT INTO activity_log (shop_id, actor_id, action, subject, before, after)
    SELECT shop_id, :actorId::bigint, 'order.advanced', 'order:' || id,
      jsonb_build_object('status', :from::text),
      jsonb_strip_nulls(jsonb_build_object('status', :to::text, 'reason', :reasonText::text))
    FROM changed WHERE :actor::text = 'operator'
  ), acknowledged AS (
    INSERT INTO order_acknowledgements AS a (shop_id, seq, user_id)
    SELECT changed.shop_id, n.seq, :actorId::bigint
    FROM changed JOIN notifications n ON n.order_id = changed.id AND n.feed = 'shop:' || changed.shop_id
    WHERE n.kind = 'order.placed' AND :actor::text = 'shop'
    ON CONFLICT (shop_id) DO UPDATE SET seq = excluded.seq, user_id = excluded.user_id, at = now()
      WHERE a.seq < excluded.seq
    RETURNING seq
  ), outbox_row AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'order.status', id FROM changed RETURNING id
  )
  SELECT changed.shop_id, outbox_row.id AS outbox_id, feed.name AS feed, feed.seq, (SELECT seq FROM acknowledged) AS acknowledged
  FROM changed, outbox_row, feed`,
);
