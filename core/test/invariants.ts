import type { Pool } from 'pg';
import { inUnitOf, TAKEN, takenBy } from '../stock/stock.sql.ts';
import { MONEY_INVARIANTS } from './money-invariants.ts';

/** Rows of before a conversion are in another unit. */
const isInOneUnit = (variantId: string): string =>
  `NOT EXISTS (SELECT FROM stock_conversions u WHERE u.variant_id = ${variantId})`;

const BACK_AT_COUNTER = `coalesce((SELECT sum(${takenBy('back.until')} - ${takenBy('back.until - back.quantity')}) FROM (
            SELECT l.quantity, r.to_stock, sum(l.quantity) OVER (ORDER BY l.return_id) AS until
            FROM counter_return_lines l JOIN counter_returns r ON r.id = l.return_id WHERE l.item_id = i.id) back
          WHERE back.to_stock), 0)`;

/** The invariants of the orders in a database, as queries that find violations. */
const INVARIANTS: Record<string, string> = {
  ...MONEY_INVARIANTS,
  'one order per request': `
    SELECT order_id FROM order_requests WHERE key NOT LIKE 'cart:%' GROUP BY order_id HAVING count(*) > 1`,
  'stock is never negative': `SELECT id, stock FROM variants WHERE stock < 0`,
  'stock is the sum of its ledger': `
    SELECT v.id, v.stock, coalesce(sum(l.delta), 0) AS ledger FROM variants v
    LEFT JOIN stock_ledger l ON l.variant_id = v.id GROUP BY v.id HAVING v.stock <> coalesce(sum(l.delta), 0)`,
  'every line left the stock exactly once, and what an order has no more came back': `
    SELECT l.order_id, l.variant_id, l.delta, i.taken FROM (
      SELECT i.order_id, i.variant_id, ${TAKEN} AS taken FROM order_items i JOIN variants v ON v.id = i.variant_id
    ) i FULL JOIN (
      SELECT order_id, variant_id, sum(delta) AS delta FROM stock_ledger
      WHERE reason IN ('sale', 'revision') GROUP BY 1, 2
    ) l ON l.order_id = i.order_id AND l.variant_id = i.variant_id
    WHERE coalesce(l.delta, 0) <> -coalesce(i.taken, 0) AND ${isInOneUnit('coalesce(i.variant_id, l.variant_id)')}`,
  'released stock was sold before, to an order that is not paid or ended without delivery': `
    SELECT r.id FROM stock_ledger r JOIN orders o ON o.id = r.order_id
    JOIN order_items i ON i.order_id = r.order_id AND i.variant_id = r.variant_id
    LEFT JOIN (
      SELECT order_id, variant_id, sum(delta) AS delta FROM stock_ledger
      WHERE reason IN ('sale', 'revision') GROUP BY 1, 2
    ) s ON s.order_id = r.order_id AND s.variant_id = r.variant_id
    WHERE r.reason = 'release' AND (r.delta IS DISTINCT FROM -s.delta::bigint * (i.quantity - i.written_off) / i.quantity
      AND ${isInOneUnit('r.variant_id')} OR (
      o.payment_status NOT IN ('expired', 'refund_due', 'refunded')
      AND o.status NOT IN ('Declined', 'Cancelled', 'Expired', 'Returned')))`,
  'the total is the sum of the lines': `
    SELECT o.id, o.total_paise, sum(coalesce(i.agreed_paise, i.quantity * i.unit_price_paise)) AS lines FROM orders o
    LEFT JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id HAVING min(i.quantity) < 1
      OR o.total_paise IS DISTINCT FROM sum(coalesce(i.agreed_paise, i.quantity * i.unit_price_paise))`,
  'every revision but the present one is kept, and has its event and its notification': `
    SELECT o.id, o.revision, r.kept, e.adjusted, n.notified FROM orders o CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(revision ORDER BY revision), '{}') AS kept FROM order_revisions WHERE order_id = o.id
    ) r CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(revision ORDER BY id), '{}') AS adjusted FROM order_events
      WHERE order_id = o.id AND kind = 'adjusted'
    ) e CROSS JOIN LATERAL (
      SELECT count(*) AS notified FROM notifications
      WHERE order_id = o.id AND details ->> 'update' = 'adjusted'
    ) n WHERE r.kept <> ARRAY(SELECT generate_series(1, o.revision - 1))
      OR e.adjusted <> ARRAY(SELECT generate_series(2, o.revision)) OR n.notified <> o.revision - 1`,
  'what was sold and did not come back is in orders that go on or were delivered, or was written off': `
    SELECT variant_id, gone, kept FROM (
      SELECT variant_id, -sum(delta) AS gone FROM stock_ledger
      WHERE reason IN ('sale', 'release', 'revision', 'return') GROUP BY 1
    ) l FULL JOIN (
      SELECT i.variant_id, sum(CASE
        WHEN o.status IN ('Declined', 'Cancelled', 'Expired', 'Returned') OR o.payment_status = 'expired' 
          THEN ${TAKEN} - ${takenBy('i.quantity - i.written_off')}
        ELSE ${TAKEN} - coalesce((SELECT sum(${takenBy('p.returned')}) FROM order_problem_lines p WHERE p.order_item_id = i.id), 0)
          - ${BACK_AT_COUNTER} END) AS kept
      FROM order_items i JOIN orders o ON o.id = i.order_id JOIN variants v ON v.id = i.variant_id GROUP BY 1
    ) k USING (variant_id) WHERE coalesce(gone, 0) <> coalesce(kept, 0) AND ${isInOneUnit('variant_id')}`,
  'a total rises only as its customer has accepted, line by line': `
    SELECT e.order_id, e.revision, e.actor, p.state, p.order_id AS proposed_for, e.details FROM order_events e
    JOIN order_proposals p ON p.id = (e.details ->> 'proposal')::bigint
    JOIN order_revisions before ON before.order_id = e.order_id AND before.revision = e.revision - 1
    LEFT JOIN order_revisions after ON after.order_id = e.order_id AND after.revision = e.revision
    JOIN orders o ON o.id = e.order_id CROSS JOIN LATERAL (
      SELECT coalesce(sum(greatest(l.amount_paise - coalesce((line ->> 'amountPaise')::bigint, 0), 0)), 0) AS paise
      FROM order_proposal_lines l LEFT JOIN jsonb_array_elements(before.lines) line ON (line ->> 'id')::bigint = l.item_id
      WHERE l.proposal_id = p.id AND l.outcome = 'apply' AND e.actor = 'customer' AND p.state = 'answered'
    ) accepted
    WHERE e.kind = 'adjusted' AND (p.order_id <> e.order_id OR (e.details ->> 'from_paise')::bigint <> before.total_paise
      OR (e.details ->> 'to_paise')::bigint <> coalesce(after.total_paise, o.total_paise)
      OR (e.details ->> 'to_paise')::bigint - before.total_paise > accepted.paise)`,
  'only an accepted order has an open proposal, and a settled one has the outcome of each of its lines': `
    SELECT p.id, p.state, o.status FROM order_proposals p JOIN orders o ON o.id = p.order_id
    WHERE (p.state = 'open' AND o.status <> 'Accepted') OR (p.state IN ('applied', 'answered', 'unanswered')) <> (
      SELECT bool_and(l.outcome IS NOT NULL) FROM order_proposal_lines l WHERE l.proposal_id = p.id)`,
  'what came back for a problem is on sale again, and no more than was reported': `
    SELECT l.problem_id, l.order_item_id, l.returned, s.returned AS on_sale
    FROM order_problem_lines l JOIN order_items i ON i.id = l.order_item_id JOIN variants v ON v.id = i.variant_id
    LEFT JOIN (
      SELECT problem_id, variant_id, sum(delta) AS returned FROM stock_ledger WHERE reason = 'return' GROUP BY 1, 2
    ) s ON s.problem_id = l.problem_id AND s.variant_id = i.variant_id
    WHERE (${takenBy('l.returned')} <> coalesce(s.returned, 0) AND ${isInOneUnit('v.id')})
      OR l.returned > l.quantity OR l.quantity > i.quantity`,
  'a problem is of a delivered order and its shop, and its replacement costs nothing': `
    SELECT p.id FROM order_problems p JOIN orders o ON o.id = p.order_id LEFT JOIN orders r ON r.id = p.replacement_order_id
    WHERE o.status <> 'Delivered' OR o.shop_id <> p.shop_id
      OR (p.state = 'replaced' AND (r.replaces_order_id IS DISTINCT FROM o.id OR r.user_id <> o.user_id))`,
  'a finished stock take has applied each of its lines once, and no other has any': `
    SELECT l.stock_take_id, l.variant_id, l.applied, s.delta, t.state FROM stock_take_lines l
    JOIN stock_takes t ON t.id = l.stock_take_id
    FULL JOIN (SELECT * FROM stock_ledger WHERE reason = 'stock_take') s
      ON s.stock_take_id = l.stock_take_id AND s.variant_id = l.variant_id
    WHERE t.id IS NULL OR (t.state = 'finished') <> (l.applied IS NOT NULL) OR coalesce(l.applied, 0) <> coalesce(s.delta, 0)`,
  'what was written off is what left the stock for it': `
    SELECT w.id, w.quantity, s.delta FROM stock_write_offs w
    FULL JOIN (SELECT * FROM stock_ledger WHERE reason = 'write_off') s ON s.write_off_id = w.id
    WHERE s.delta IS DISTINCT FROM -w.quantity OR s.variant_id <> w.variant_id`,
  'a booked purchase has moved the stock by its pieces once, and a draft has not': `
    SELECT c.id, c.variant_id, c.delta, s.delta AS moved FROM (
      SELECT c.id, c.state, l.variant_id, round(sum(CASE WHEN c.reverses_id IS NULL THEN 1 ELSE -1 END
        * ${inUnitOf('v', 'l.quantity', 'l.content')})) AS delta
      FROM purchases c JOIN purchase_lines l ON l.purchase_id = c.id JOIN variants v ON v.id = l.variant_id GROUP BY 1, 2, 3
    ) c FULL JOIN (SELECT * FROM stock_ledger WHERE reason = 'purchase') s
      ON s.purchase_id = c.id AND s.variant_id = c.variant_id
    WHERE s.delta IS DISTINCT FROM CASE WHEN c.state = 'booked' THEN c.delta END AND ${isInOneUnit('c.variant_id')}`,
  'one shop per order': `
    SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id
    JOIN variants v ON v.id = i.variant_id WHERE p.shop_id <> o.shop_id OR v.product_id <> p.id`,
  'a delivery has an address and reaches the minimum, a takeaway has none': `
    SELECT id FROM orders WHERE takeaway <> (address IS NULL)
      OR (NOT takeaway AND total_paise < min_order_paise AND revision = 1)`,
  'one capture for at most one order': `
    SELECT order_id FROM payments WHERE order_id IS NOT NULL AND state IN ('paid', 'consumed')
    GROUP BY order_id HAVING count(*) > 1`,
  'an order paid online has the payment of the same user, of its total without the cash and of what it was lowered by since': `
    SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.state = 'consumed'
    WHERE o.payment_method = 'online' AND o.payment_status = 'paid'
      AND (p.id IS NULL OR p.user_id <> o.user_id OR p.amount_paise <> o.total_paise - o.cash_extra_paise + (
        SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
        WHERE r.payment_id = p.id AND r.reason = 'adjustment' AND NOT r.is_retried))`,
  'an expired order has released all its stock': `
    SELECT o.id, i.variant_id FROM orders o JOIN order_items i ON i.order_id = o.id JOIN variants v ON v.id = i.variant_id
    LEFT JOIN stock_ledger l ON l.order_id = o.id AND l.variant_id = i.variant_id AND l.reason = 'release'
    WHERE o.payment_status = 'expired' AND l.delta IS DISTINCT FROM ${TAKEN} AND ${isInOneUnit('v.id')}`,
  'a payment is refunded once all its refunds are done': `
    SELECT p.id, p.state, r.done, r.open FROM payments p CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state <> 'done') AS open
      FROM refunds WHERE payment_id = p.id AND NOT is_retried
    ) r WHERE p.state IN ('refund_due', 'refunded') AND (p.state = 'refunded') <> (r.done > 0 AND r.open = 0)`,
  'a customer is notified once of each refund that was requested': `
    SELECT r.id, r.state, n.notified FROM refunds r JOIN payments p ON p.id = r.payment_id CROSS JOIN LATERAL (
      SELECT count(*) AS notified FROM notifications
      WHERE order_id = p.order_id AND kind = 'order.refund' AND details ->> 'refund_id' = r.id::text
    ) n WHERE p.order_id IS NOT NULL AND (n.notified > 1 OR (r.state IN ('requested', 'done') AND n.notified < 1))`,
  'cash is collected on delivery, and only then': `
    SELECT o.id, o.status, o.payment_status, o.collected_at, e.at FROM orders o
    LEFT JOIN order_events e ON e.order_id = o.id AND e.to_status = 'Delivered'
    WHERE o.payment_method <> 'online' AND (
      (o.payment_status = 'collected') <> (o.status = 'Delivered') OR o.collected_at IS DISTINCT FROM e.at)`,
  'a split payment has at least two parts, which add up to the total, and no other payment has any': `
    SELECT o.id, o.payment_method, o.total_paise, p.parts, p.paise FROM orders o CROSS JOIN LATERAL (
      SELECT count(*) AS parts, coalesce(sum(amount_paise), 0) AS paise FROM payment_parts WHERE order_id = o.id
    ) p WHERE CASE o.payment_method WHEN 'split' THEN p.parts < 2 OR p.paise <> o.total_paise ELSE p.parts > 0 END`,
  'the status changes have no gaps and end at the status': `
    SELECT o.id, o.status, e.reached, e.left_behind FROM orders o LEFT JOIN (
      SELECT order_id, array_agg(from_status ORDER BY id) AS left_behind, array_agg(to_status ORDER BY id) AS reached
      FROM order_events WHERE kind = 'status' GROUP BY 1
    ) e ON e.order_id = o.id
    WHERE ARRAY['Pending'] || coalesce(e.reached, '{}') <> coalesce(e.left_behind, '{}') || ARRAY[o.status]`,
  'a counter sale is handed over at once, notifies nobody, and its discount is what its lines cost less': `
    SELECT o.id, i.name FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.channel = 'counter' AND (
      (SELECT count(*) FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status') <> 1
      OR EXISTS (SELECT FROM notifications n WHERE n.order_id = o.id)
      OR (i.packed_grams IS NULL AND coalesce(i.agreed_paise, i.quantity * i.unit_price_paise) + i.discount_paise
        <> i.quantity * i.unit_price_paise))`,
  'of a counter sale no more comes back than was sold, and its money was paid out': `
    SELECT o.id, back.paise, o.refunded_paise FROM orders o
    JOIN (SELECT order_id, sum(amount_paise) AS paise FROM counter_returns GROUP BY 1) back ON back.order_id = o.id
    WHERE o.channel <> 'counter' OR back.paise > o.refunded_paise OR EXISTS (
      SELECT FROM order_items i JOIN counter_return_lines l ON l.item_id = i.id
      WHERE i.order_id = o.id GROUP BY i.id, i.quantity HAVING sum(l.quantity) > i.quantity)`,
  'an order ends once': `
    SELECT order_id, array_agg(to_status) AS ends FROM order_events
    WHERE to_status IN ('Delivered', 'Declined', 'Cancelled', 'Expired', 'Returned') GROUP BY 1 HAVING count(*) > 1`,
  'what an order that ended without delivery took is on sale again, once, or was written off, and no other': `
    SELECT o.id, o.status, i.variant_id FROM orders o JOIN order_items i ON i.order_id = o.id
    JOIN variants v ON v.id = i.variant_id AND ${isInOneUnit('v.id')}
    LEFT JOIN stock_ledger l ON l.order_id = o.id AND l.variant_id = i.variant_id AND l.reason = 'release'
    WHERE l.delta IS DISTINCT FROM CASE WHEN o.payment_status = 'expired'
      OR o.status IN ('Declined', 'Cancelled', 'Expired', 'Returned') THEN nullif(${takenBy('i.quantity - i.written_off')}, 0) END`,
  'only of an order that came back is anything written off, and its events say what': `
    SELECT i.id, o.status, i.written_off FROM order_items i JOIN orders o ON o.id = i.order_id
    LEFT JOIN order_events e ON e.order_id = o.id AND e.kind = 'written_off'
    WHERE i.written_off > 0 AND (o.status <> 'Returned'
      OR (e.details -> 'quantities' ->> array_position(ARRAY(SELECT jsonb_array_elements_text(e.details -> 'items')), i.id::text) - 1)::int
        IS DISTINCT FROM i.written_off)`,
  'no money is kept for an order that ended without delivery': `
    SELECT id, status, payment_status FROM orders
    WHERE status IN ('Declined', 'Cancelled', 'Expired', 'Returned')
      AND payment_status NOT IN ('cancelled', 'refund_due', 'refunded')`,
  'only members of the shop, or the platform, advanced its orders, and customers cancelled only their own': `
    SELECT e.id FROM order_events e JOIN orders o ON o.id = e.order_id JOIN users u ON u.id = e.actor_id
    LEFT JOIN shop_members m ON m.user_id = e.actor_id AND m.shop_id = e.actor_shop_id
    WHERE CASE WHEN e.actor = 'customer' THEN e.actor_id <> o.user_id OR (e.kind = 'status' AND e.to_status <> 'Cancelled')
      WHEN e.actor_shop_id IS NULL THEN NOT u.is_platform_admin
      ELSE e.actor_shop_id <> o.shop_id OR (m.user_id IS NULL AND NOT EXISTS (
        SELECT FROM activity_log a WHERE a.shop_id = e.actor_shop_id AND a.action IN ('member.removed', 'member.left')
          AND a.before ->> 'user_id' = e.actor_id::text AND a.at >= e.at)) END`,
  'one outbox row per visible order, and one per status change, until maintenance removes them after a week': `
    SELECT o.id, o.seen, o.steps, b.placed, b.moved FROM (
      SELECT id, (channel = 'online' AND payment_status NOT IN ('awaiting', 'expired'))::int AS seen,
        created_at > now() - interval '7 days' AS is_new, e.steps, e.new_steps
      FROM orders CROSS JOIN LATERAL (
        SELECT count(*) AS steps, count(*) FILTER (WHERE at > now() - interval '7 days') AS new_steps
        FROM order_events WHERE order_id = orders.id AND kind = 'status' AND orders.channel = 'online'
      ) e
    ) o CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE topic = 'order.placed') AS placed,
        count(*) FILTER (WHERE topic = 'order.status') AS moved FROM outbox
      WHERE subject_id = o.id AND topic LIKE 'order.%'
    ) b WHERE b.placed > o.seen OR b.moved > o.steps OR (o.is_new AND b.placed < o.seen) OR b.moved < o.new_steps`,
  'one notification per order in the feed of its shop': `
    SELECT o.id FROM orders o LEFT JOIN notifications n ON n.order_id = o.id AND n.kind = 'order.placed'
    WHERE o.channel = 'online' AND o.payment_status NOT IN ('awaiting', 'expired')
    GROUP BY o.id HAVING count(n.seq) <> 1 OR min(n.feed) <> 'shop:' || o.shop_id`,
  'one notification per status change in the feed of its customer': `
    SELECT e.id FROM order_events e JOIN orders o ON o.id = e.order_id
    LEFT JOIN notifications n ON n.order_id = o.id AND n.kind = 'order.status' AND n.status = e.to_status
    WHERE e.kind = 'status' AND o.channel = 'online'
    GROUP BY e.id, o.user_id HAVING count(n.seq) <> 1 OR min(n.feed) <> 'user:' || o.user_id`,
  'feeds are numbered without gaps': `
    SELECT f.name, f.seq FROM feeds f LEFT JOIN notifications n ON n.feed = f.name
    GROUP BY f.name, f.seq HAVING count(n.seq) <> f.seq OR coalesce(max(n.seq), 0) <> f.seq`,
  'one session per code, at most five guesses, one valid code per email address, shop and requesting network': `
    SELECT id FROM otp_codes WHERE attempts > 5 OR attempts_elsewhere > 5
    UNION ALL SELECT otp_code_id FROM sessions WHERE otp_code_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1
    UNION ALL SELECT min(id) FROM otp_codes WHERE consumed_at IS NULL AND superseded_at IS NULL
      GROUP BY email, shop_id, user_id, requested_from HAVING count(*) > 1`,
};

/**
 * The violated invariants, each with its first violation; empty when all hold. All are read from one snapshot, so that the
 * check works under load.
 */
export async function brokenInvariants(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  const broken: string[] = [];
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const [name, query] of Object.entries(INVARIANTS)) {
      const { rows, rowCount } = await client.query(query);
      if (rowCount) broken.push(`${name}: ${rowCount} rows, e.g. ${JSON.stringify(rows[0])}`);
    }
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    // Its transaction goes with the connection.
    client.release(true);
    throw error;
  }
  return broken;
}
