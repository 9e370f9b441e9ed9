import type { Knex } from 'knex';

/** Money that came in and went back is found by shop and time: the figures of every screen are sums of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When the online payment of an order arrived; NULL for one that was paid when it was placed.
    ALTER TABLE orders ADD COLUMN paid_at timestamptz;
    UPDATE orders o SET paid_at = p.paid_at FROM payments p
    WHERE p.order_id = o.id AND p.paid_at > o.created_at AND o.payment_status IN ('paid', 'refund_due', 'refunded')
      AND EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'consumed');
    CREATE INDEX orders_paid_online ON orders (shop_id, (coalesce(paid_at, created_at)))
      WHERE payment_status IN ('paid', 'refund_due', 'refunded');
    -- Refunds of online payments.
    CREATE INDEX order_events_refund_due ON order_events (at) WHERE kind = 'refund_due';
  `);
}

/** Online payments then count when their orders were placed. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX order_events_refund_due, orders_paid_online;
    ALTER TABLE orders DROP COLUMN paid_at;
  `);
}
