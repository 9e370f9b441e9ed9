import type { Knex } from 'knex';

/**
 * The board of a shop reads its open orders, oldest first: a few among very many that have ended. Those are a list of their
 * own, found in the index of all orders with the status in it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_open_of_shop ON orders (shop_id, id)
      WHERE status IN ('Pending', 'Accepted', 'Ready', 'In Transit') AND payment_status NOT IN ('awaiting', 'expired');
    DROP INDEX orders_of_shop_found;
    CREATE INDEX orders_of_shop_found ON orders (shop_id, id DESC) INCLUDE (order_number, customer_phone, status)
      WHERE payment_status NOT IN ('awaiting', 'expired');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX orders_of_shop_found;
    CREATE INDEX orders_of_shop_found ON orders (shop_id, id DESC) INCLUDE (order_number, customer_phone)
      WHERE payment_status NOT IN ('awaiting', 'expired');
    DROP INDEX orders_open_of_shop;
  `);
}
