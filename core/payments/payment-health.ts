import { one, sql } from '../db/database.ts';

export type PaymentHealth = {
  /** Payments that arrived more than 35 minutes ago, or are to be refunded, without an order or a refund. */
  moneyWithoutOrder: number;
  /** Paid orders without a consumed payment of the same customer and amount, less what their totals were lowered by since. */
  orderWithoutMoney: number;
  /** Payments whose refund was declined so often that it is not retried. */
  refundsFailed: number;
  /** Refunds that are due or under way. */
  refundsWaiting: number;
  /** Orders that should have expired two minutes ago or more, and still reserve stock. */
  reservationsOverdue: number;
  /** Webhook events that are older than a minute and not processed. */
  eventsWaiting: number;
  /** Payments from webhook events that the database lacks and no operator has dismissed. */
  eventsUnknown: number;
  /** The numbers of orders without money, at most 20. */
  orders: string[];
};

/**
 * Whether orders and payments agree. The first three counts are 0 as long as all is well; so are the overdue ones while
 * the providers respond. Reads indexes of unfinished rows only; orders are compared with their payments for 30 days.
 */
export async function readPaymentHealth(): Promise<PaymentHealth> {
  const health = await one(PAYMENT_HEALTH, {});
  if (!health) throw new Error('The payment health query returned no row');
  return health;
}

/** Payment p has neither an order nor a refund. The sweep refunds unused payments after 30 minutes. */
const IS_STRAY = `(
  (p.state = 'paid' AND p.paid_at < now() - interval '35 minutes')
  OR (p.state = 'refund_due' AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)))`;

/** The payments with a refund that was declined and is not retried. */
const DECLINED = `SELECT payment_id FROM refunds WHERE state = 'failed' AND NOT is_retried`;

/** Whether an operator should look at payment p. The states are named for the index of unfinished payments. */
export const NEEDS_ATTENTION = `p.id IN (
  SELECT p.id FROM payments p WHERE p.state IN ('paid', 'refund_due') AND ${IS_STRAY} UNION ALL ${DECLINED})`;

/** The webhook event is about a payment that the database still does not know, and that no operator has dismissed. */
export const IS_UNKNOWN_PAYMENT = `unknown_order IS NOT NULL AND dismissed_at IS NULL AND NOT EXISTS (
  SELECT FROM payments known
  WHERE known.provider = webhook_events.provider AND known.provider_order_id = webhook_events.unknown_order)`;

/** By how much the total of order o was lowered after payment p. */
const LOWERED_PAISE = `(SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
  WHERE r.payment_id = p.id AND r.reason = 'adjustment' AND NOT r.is_retried)`;

const UNPAID_ORDERS = `
  SELECT o.order_number FROM orders o
  WHERE o.payment_status = 'paid' AND o.created_at > now() - interval '30 days' AND NOT EXISTS (
    SELECT FROM payments p WHERE p.order_id = o.id AND p.state = 'consumed' AND p.user_id = o.user_id
      AND (p.amount_paise = o.total_paise - o.cash_extra_paise
        OR p.amount_paise = o.total_paise - o.cash_extra_paise + ${LOWERED_PAISE}))`;

const PAYMENT_HEALTH = sql<object, PaymentHealth>(
  `
  WITH unpaid AS MATERIALIZED (${UNPAID_ORDERS}), unfinished AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE ${IS_STRAY}) AS stray FROM payments p WHERE p.state IN ('paid', 'refund_due')
  )
  SELECT unfinished.stray::int AS money_without_order, (SELECT count(*) FROM unpaid)::int AS order_without_money,
    (SELECT count(DISTINCT payment_id) FROM (${DECLINED}) declined)::int AS refunds_failed,
    (SELECT count(*) FROM refunds WHERE state IN ('due', 'requested'))::int AS refunds_waiting,
    (SELECT count(*) FROM orders WHERE payment_status = 'awaiting'
      AND reserved_until < now() - interval '2 minutes')::int AS reservations_overdue,
    (SELECT count(*) FROM webhook_events WHERE processed_at IS NULL
      AND received_at < now() - interval '1 minute')::int AS events_waiting,
    (SELECT count(DISTINCT (provider, unknown_order)) FROM webhook_events
      WHERE ${IS_UNKNOWN_PAYMENT})::int AS events_unknown,
    ARRAY(SELECT order_number FROM unpaid ORDER BY order_number LIMIT 20) AS orders
  FROM unfinished`,
);
