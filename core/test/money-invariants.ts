import { REFUNDABLE_ONLINE } from '../payments/refundable.sql.ts';
import { LEFT_PAISE } from '../payments/refunds.ts';

/** The invariants of the payments in a database, as queries that find violations. */
export const MONEY_INVARIANTS: Record<string, string> = {
  'the timeline of a payment has no gaps and ends at its state': `
    SELECT p.id, p.state, e.walk FROM payments p LEFT JOIN (
      SELECT payment_id, array_agg(from_state ORDER BY id) || (array_agg(to_state ORDER BY id DESC))[1] AS walk,
        bool_or(gap) AS has_gap
      FROM (
        SELECT *, lag(to_state) OVER (PARTITION BY payment_id ORDER BY id) <> from_state AS gap FROM payment_events
      ) steps GROUP BY payment_id
    ) e ON e.payment_id = p.id
    WHERE e.has_gap OR coalesce(e.walk[cardinality(e.walk)], 'created') <> p.state
      OR e.walk[1] NOT IN ('created', 'failed')`,
  'a consumed payment has its order, which is paid or refunded': `
    SELECT p.id, o.payment_status FROM payments p LEFT JOIN orders o ON o.id = p.order_id
    WHERE p.state = 'consumed' AND coalesce(o.payment_status, '') NOT IN ('paid', 'refund_due', 'refunded')`,
  'an order that awaits its payment, or expired, has consumed none': `
    SELECT o.id, p.state FROM orders o JOIN payments p ON p.order_id = o.id
    WHERE o.payment_status IN ('awaiting', 'expired') AND p.state IN ('paid', 'consumed')`,
  'a customer has one order that awaits its payment at a shop': `
    SELECT user_id, shop_id, array_agg(id) AS orders FROM orders WHERE payment_status = 'awaiting'
    GROUP BY user_id, shop_id HAVING count(*) > 1`,
  'an order that used its payment has less than all of it refunded as long as it is consumed, and all of it once it is not': `
    SELECT p.id, p.state, p.amount_paise, r.paise FROM payments p CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise), 0) AS paise FROM refunds WHERE payment_id = p.id AND NOT is_retried
    ) r
    WHERE EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'consumed')
      AND CASE WHEN p.state = 'consumed' THEN r.paise >= p.amount_paise ELSE r.paise <> p.amount_paise END`,
  'a payment that is not used has a refund if it is to be refunded, and else none': `
    SELECT p.id, p.state, count(r.id) AS refunds FROM payments p
    LEFT JOIN refunds r ON r.payment_id = p.id AND NOT r.is_retried
    WHERE p.state <> 'consumed' GROUP BY p.id
    HAVING (count(r.id) > 0) <> (p.state IN ('refund_due', 'refunded'))`,
  'what went back of an order is the sum of its refunds and cash payouts, without those that lowered its total': `
    SELECT o.id, o.refunded_paise, r.paise AS refunds, c.paise AS cash FROM orders o
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise), 0) AS paise FROM refunds
      WHERE order_id = o.id AND NOT is_retried AND reason IS DISTINCT FROM 'adjustment'
    ) r CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise), 0) AS paise FROM cash_payouts WHERE order_id = o.id AND reason <> 'adjustment'
    ) c WHERE o.refunded_paise <> r.paise + c.paise`,
  'every refund of an order, and every cash payout, is recorded in its events': `
    SELECT o.id, o.refunded_paise, e.due, e.back FROM orders o CROSS JOIN LATERAL (
      SELECT coalesce(sum((details ->> 'paise')::bigint) FILTER (WHERE kind = 'refund_due'), 0) AS due,
        coalesce(sum((details ->> 'paise')::bigint) FILTER (WHERE kind = 'refunded'), 0) AS back
      FROM order_events WHERE order_id = o.id
    ) e CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise), 0) AS paise, coalesce(sum(amount_paise) FILTER (WHERE state = 'done'), 0) AS done
      FROM refunds WHERE order_id = o.id AND NOT is_retried
    ) r CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise), 0) AS paise FROM cash_payouts WHERE order_id = o.id
    ) c WHERE e.due <> r.paise OR e.back <> r.done + c.paise`,
  'cash went back only from orders whose cash was collected, and beside it less than a rupee of an online payment': `
    SELECT o.id, o.payment_status, o.cash_extra_paise, c.paise, c.most_online FROM orders o CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise) FILTER (WHERE payment_id IS NULL), 0) AS paise,
        coalesce(max(amount_paise) FILTER (WHERE payment_id IS NOT NULL), 0) AS most_online
      FROM cash_payouts WHERE order_id = o.id
    ) c WHERE o.status <> 'Delivered' AND c.paise + c.most_online > 0 OR c.most_online >= 100
      OR c.paise > CASE o.payment_status WHEN 'collected' THEN o.total_paise ELSE o.cash_extra_paise END`,
  'what of an order can be refunded online is what is left of its payment': `
    SELECT o.id, p.id, ${REFUNDABLE_ONLINE} AS refundable, ${LEFT_PAISE} AS left_paise
    FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'consumed'
    WHERE o.payment_status = 'paid' AND ${REFUNDABLE_ONLINE} <> ${LEFT_PAISE}`,
  "a payment that arrived has the provider's id": `
    SELECT id, state FROM payments WHERE state NOT IN ('created', 'failed') AND provider_payment_id IS NULL`,
  'an event that failed has its error': `
    SELECT provider, event_id FROM webhook_events WHERE processed_at IS NULL AND attempts > 0 AND error IS NULL`,
};
