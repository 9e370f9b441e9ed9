import type { Knex } from 'knex';

/** The operator finds orders of all shops by the mobile number on them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX orders_by_phone ON orders (customer_phone, id DESC) WHERE customer_phone IS NOT NULL');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX orders_by_phone');
}
