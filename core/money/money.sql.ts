import { JOIN_PARTS, PART_METHOD, PART_PAISE } from '../payments/paid-parts.sql.ts';

/**
 * The sums of money that all screens, reports and exports show. Each is defined here, once:
 *
 * - ordered: the totals of the orders placed, on the day they were placed. Orders that were never paid online, that ended without
 *   delivery, or whose money went back before their delivery, are not part of it.
 * - received: money that came in, on the day it did: cash at delivery, cash, UPI and card at the counter, online payments. What
 *   went back later is still part of it.
 * - refunded: money that went back, in cash, by UPI or card on the day it was paid out, online on the day the refund was decided.
 * - to collect: cash of open orders, now.
 *
 * Of a split payment, each part counts by its own method.
 */

/** The period and the shop of the statements below: from `begins` to before `ends`, days in `timeZone`. */
export type MoneyParams = { shopId: number; begins: Date; ends: Date; timeZone: string };

/** Whether order `o` counts as ordered. */
export const IS_ORDERED = `(o.payment_status NOT IN ('awaiting', 'expired') AND (o.status = 'Delivered'
    OR o.status IN ('Pending', 'Accepted', 'Ready', 'In Transit') AND o.payment_status NOT IN ('refund_due', 'refunded')))`;

/** The amount paid online for order `o`, before refunds. Few orders have changed their total since they were paid. */
const PAID_ONLINE = `(o.total_paise - o.cash_extra_paise + CASE WHEN o.revision = 1 THEN 0 ELSE (
      SELECT coalesce(sum((e.details ->> 'paise')::bigint), 0) FROM order_events e
      WHERE e.order_id = o.id AND e.kind = 'refund_due' AND e.details ? 'lowered') END)::bigint`;

const DELIVERED_BY = `(SELECT e.actor_id FROM order_events e WHERE e.order_id = o.id AND e.to_status = 'Delivered')`;

const IN_PERIOD = (at: string) => `${at} >= :begins AND ${at} < :ends`;

const IS_ORDERED_THEN = `o.shop_id = :shopId AND ${IN_PERIOD('o.created_at')} AND ${IS_ORDERED}`;

const ORDERED = `
    SELECT 'ordered' AS kind, o.id AS order_id, o.created_at AS at, ${PART_METHOD} AS method, o.channel,
      NULL::bigint AS person_id, ${PART_PAISE} AS paise
    FROM orders o ${JOIN_PARTS} WHERE ${IS_ORDERED_THEN}`;

/** Cash, UPI and card in person, the cash that an order cost beside its online payment, and online payments. Free orders bring nothing. */
const RECEIVED = `
    SELECT 'received' AS kind, o.id AS order_id, o.collected_at AS at, ${PART_METHOD} AS method, o.channel,
      ${DELIVERED_BY} AS person_id, ${PART_PAISE} AS paise
    FROM orders o ${JOIN_PARTS}
    WHERE o.shop_id = :shopId AND o.payment_status = 'collected' AND ${IN_PERIOD('o.collected_at')} AND o.total_paise > 0
    UNION ALL
    SELECT 'received', o.id, e.at, 'cash', o.channel, e.actor_id, o.cash_extra_paise
    FROM orders o JOIN order_events e ON e.order_id = o.id AND e.to_status = 'Delivered'
    WHERE o.shop_id = :shopId AND o.cash_extra_paise > 0 AND ${IN_PERIOD('e.at')}
    UNION ALL
    SELECT 'received', o.id, coalesce(o.paid_at, o.created_at), 'online', o.channel, NULL, ${PAID_ONLINE}
    FROM orders o
    WHERE o.shop_id = :shopId AND o.payment_status IN ('paid', 'refund_due', 'refunded')
      AND ${IN_PERIOD('coalesce(o.paid_at, o.created_at)')}`;

const REFUNDED = `
    SELECT 'refunded' AS kind, o.id AS order_id, c.at, c.method, o.channel, c.actor_id AS person_id,
      c.amount_paise AS paise
    FROM cash_payouts c JOIN orders o ON o.id = c.order_id AND o.shop_id = :shopId WHERE ${IN_PERIOD('c.at')}
    UNION ALL
    SELECT 'refunded', o.id, e.at, 'online', o.channel, NULL, (e.details ->> 'paise')::bigint
    FROM order_events e JOIN orders o ON o.id = e.order_id AND o.shop_id = :shopId
    WHERE e.kind = 'refund_due' AND ${IN_PERIOD('e.at')}`;

/**
 * `entries`: each amount of the period with its kind, order, time, day, method, channel, and the person who took or paid out
 * money at the counter or at delivery. A statement begins with `WITH ${MONEY_ENTRIES} …`.
 */
export const MONEY_ENTRIES = `
  entries AS (
    SELECT each.*, (each.at AT TIME ZONE :timeZone)::date AS day
    FROM (${ORDERED} UNION ALL ${RECEIVED} UNION ALL ${REFUNDED}) each
  )`;

/** `ordered`: orders placed in the period that count as ordered, for sums of their lines. */
export const ORDERED_ORDERS = `ordered AS (SELECT o.id AS order_id FROM orders o WHERE ${IS_ORDERED_THEN})`;

/** The sums of a group of `entries`; `orders`: the number of orders. */
export const MONEY_SUMS = `
    (count(DISTINCT order_id) FILTER (WHERE kind = 'ordered'))::int AS orders,
    coalesce(sum(paise) FILTER (WHERE kind = 'ordered'), 0)::bigint AS ordered_paise,
    coalesce(sum(paise) FILTER (WHERE kind = 'received'), 0)::bigint AS received_paise,
    coalesce(sum(paise) FILTER (WHERE kind = 'refunded'), 0)::bigint AS refunded_paise`;

export type MoneySums = { orders: number; orderedPaise: number; receivedPaise: number; refundedPaise: number };

/** Cash still to collect for the open orders of shop `:shopId`: one row of `orders` and `paise`. */
export const TO_COLLECT = `
  SELECT count(*)::int AS orders, coalesce(sum(paise), 0)::bigint AS paise FROM (
    SELECT o.total_paise AS paise FROM orders o
    WHERE o.shop_id = :shopId AND o.status IN ('Pending', 'Accepted', 'Ready', 'In Transit') AND o.payment_status = 'due'
      AND o.total_paise > 0
    UNION ALL
    SELECT o.cash_extra_paise FROM orders o
    WHERE o.shop_id = :shopId AND o.cash_extra_paise > 0 AND o.status IN ('Accepted', 'Ready', 'In Transit')
      AND o.payment_status = 'paid'
  ) due`;
