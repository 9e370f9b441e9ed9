import { database } from '../../db/database.ts';

export type PaymentHealth = {
  /** Money that came more than 35 minutes ago, or is to go back, and that neither an order nor a refund stands for. */
  moneyWithoutOrder: number;
  /** Orders that say they are paid without a consumed payment of the same customer over their total. */
  orderWithoutMoney: number;
  /** Payments whose refund was refused so often that no further try is planned. */
  refundsFailed: number;
  /** Refunds that are due or under way. */
  refundsWaiting: number;
  /** Orders that should have ended two minutes ago or more, and still hold goods. */
  holdsOverdue: number;
  /** Reports of providers that are older than a minute and not processed. */
  eventsWaiting: number;
  /** The numbers of orders without money, at most 20. */
  orders: string[];
};

/**
 * How orders and money agree now. The first three are 0 as long as all is well, and so is what is overdue while the
 * providers answer. Read from indexes of what is unfinished, whatever the past holds; the books of all time are compared
 * for orders of the last 30 days.
 */
export async function readPaymentHealth(): Promise<PaymentHealth> {
  const { rows } = await database().pool.query<PaymentHealth>({ name: 'payment-health', text: HEALTH });
  if (!rows[0]) throw new Error('The health of payments is always one row');
  return rows[0];
}

/** Whether payment p is money that nothing stands for. A sweep takes what no order took after 30 minutes. */
const IS_STRAY = `(
  (p.state = 'paid' AND p.paid_at < now() - interval '35 minutes')
  OR (p.state = 'refund_due' AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)))`;

/** Whether the refund of payment p was refused for good. */
const IS_REFUSED = `(p.state = 'refund_due' AND EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
  AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed'))`;

/** Whether somebody should look at payment p. The states are named for the index of what is unfinished. */
export const IS_TROUBLE = `(p.state IN ('paid', 'refund_due') AND (${IS_STRAY} OR ${IS_REFUSED}))`;

const UNPAID_ORDERS = `
  SELECT o.order_number FROM orders o
  WHERE o.payment_status = 'paid' AND o.created_at > now() - interval '30 days' AND NOT EXISTS (
    SELECT FROM payments p WHERE p.order_id = o.id AND p.state = 'consumed' AND p.user_id = o.user_id
      AND p.amount_paise = o.total_paise)`;

const HEALTH = `
  WITH unpaid AS MATERIALIZED (${UNPAID_ORDERS}), unfinished AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE ${IS_STRAY}) AS stray, count(*) FILTER (WHERE ${IS_REFUSED}) AS refused
    FROM payments p WHERE p.state IN ('paid', 'refund_due')
  )
  SELECT unfinished.stray::int AS "moneyWithoutOrder", (SELECT count(*) FROM unpaid)::int AS "orderWithoutMoney",
    unfinished.refused::int AS "refundsFailed",
    (SELECT count(*) FROM refunds WHERE state IN ('due', 'requested'))::int AS "refundsWaiting",
    (SELECT count(*) FROM orders WHERE payment_status = 'awaiting'
      AND held_until < now() - interval '2 minutes')::int AS "holdsOverdue",
    (SELECT count(*) FROM webhook_events WHERE processed_at IS NULL
      AND received_at < now() - interval '1 minute')::int AS "eventsWaiting",
    ARRAY(SELECT order_number FROM unpaid ORDER BY order_number LIMIT 20) AS orders
  FROM unfinished`;
