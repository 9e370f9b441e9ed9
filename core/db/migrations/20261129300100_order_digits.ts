import type { Knex } from 'knex';

/** A shop finds its orders by four or more digits of their number or mobile number, however many orders it has. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX orders_by_customer_name;
    CREATE INDEX orders_by_text ON orders
      USING gin (customer_name gin_trgm_ops, customer_phone gin_trgm_ops, order_number gin_trgm_ops)
      WHERE payment_status NOT IN ('awaiting', 'expired');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX orders_by_text;
    CREATE INDEX orders_by_customer_name ON orders USING gin (customer_name gin_trgm_ops)
      WHERE payment_status NOT IN ('awaiting', 'expired');
  `);
}
