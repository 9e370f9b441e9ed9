import type { Knex } from 'knex';

/** Cash is collected when an order is delivered, and when that was is kept: a day's cash is found by it alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';
    ALTER TABLE orders ADD COLUMN collected_at timestamptz;
    UPDATE orders o SET payment_status = 'collected', collected_at = coalesce(
      (SELECT e.at FROM order_events e WHERE e.order_id = o.id AND e.to_status = 'Delivered'), o.created_at)
    WHERE o.payment_method = 'cod' AND o.status = 'Delivered';
    ALTER TABLE orders ADD CONSTRAINT orders_collected_once
      CHECK ((payment_status = 'collected') = (collected_at IS NOT NULL));
    CREATE INDEX orders_collected ON orders (shop_id, collected_at) INCLUDE (total_paise)
      WHERE payment_status = 'collected';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders DROP CONSTRAINT orders_collected_once;
    UPDATE orders SET payment_status = 'due' WHERE payment_status = 'collected';
    ALTER TABLE orders DROP COLUMN collected_at;
  `);
}
