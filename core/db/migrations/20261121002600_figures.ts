import type { Knex } from 'knex';

/** What the figures of a shop are counted from, without a look at its older orders. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';
    CREATE INDEX orders_by_time ON orders (shop_id, created_at) INCLUDE (total_paise, payment_status);
    CREATE INDEX orders_open ON orders (shop_id)
      WHERE status <> 'Delivered' AND payment_status NOT IN ('awaiting', 'expired');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX orders_by_time, orders_open');
}
