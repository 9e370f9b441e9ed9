import type { Knex } from 'knex';

/** Shops are called once more before an order expires, and see those that did until a member has read it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When the shop is called once more; null once it was.
    ALTER TABLE orders ADD COLUMN last_call_at timestamptz;
    -- The orders that nobody accepted in time.
    CREATE TABLE missed_orders (
      order_id bigint PRIMARY KEY REFERENCES orders,
      shop_id bigint NOT NULL REFERENCES shops,
      missed_at timestamptz NOT NULL DEFAULT now(),
      -- One of the last orders that stopped the shop, because it did not respond.
      stopped_shop boolean NOT NULL DEFAULT false,
      read_at timestamptz,
      read_by bigint REFERENCES users
    );
    CREATE INDEX missed_orders_shop ON missed_orders (shop_id, missed_at);
  `);
}

/** What was not read yet is lost; the orders themselves stay. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE missed_orders;
    ALTER TABLE orders DROP COLUMN last_call_at;
  `);
}
