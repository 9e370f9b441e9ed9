import type { Knex } from 'knex';

/**
 * What a customer's orders are filtered by, in their index: a page is found without reading any other order. The new index is
 * built before the old one is dropped: dropping locks the table, so that reads would wait for the build as well.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_of_user_new ON orders (user_id, id DESC)
      INCLUDE (shop_id, status, payment_status, created_at, order_number);
    DROP INDEX orders_of_user;
    ALTER INDEX orders_of_user_new RENAME TO orders_of_user;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_of_user_new ON orders (user_id, id DESC);
    DROP INDEX orders_of_user;
    ALTER INDEX orders_of_user_new RENAME TO orders_of_user;
  `);
}
