import type { Knex } from 'knex';

/** A shop finds its orders by the name of the customer, and by a product in them: the latest orders of each product. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_by_customer_name ON orders USING gin (customer_name gin_trgm_ops)
      WHERE payment_status NOT IN ('awaiting', 'expired');
    DROP INDEX order_items_product;
    CREATE INDEX order_items_product ON order_items (product_id, order_id DESC);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX order_items_product;
    CREATE INDEX order_items_product ON order_items (product_id);
    DROP INDEX orders_by_customer_name;
  `);
}
