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
  'a payment that is refunded has one open refund, and no other payment has any': `
    SELECT p.id, p.state, count(r.id) AS refunds FROM payments p
    LEFT JOIN refunds r ON r.payment_id = p.id AND r.state <> 'failed'
    GROUP BY p.id HAVING CASE WHEN p.state IN ('refund_due', 'refunded') THEN count(r.id) > 1 ELSE count(r.id) > 0 END`,
  "a payment that arrived has the provider's id": `
    SELECT id, state FROM payments WHERE state NOT IN ('created', 'failed') AND provider_payment_id IS NULL`,
  'an event that failed has its error': `
    SELECT provider, event_id FROM webhook_events WHERE processed_at IS NULL AND attempts > 0 AND error IS NULL`,
};
