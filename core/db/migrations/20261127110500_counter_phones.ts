import type { Knex } from 'knex';

/** Finds the counter sales whose mobile number is to be erased. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_counter_phones ON orders (created_at)
      WHERE channel = 'counter' AND customer_phone IS NOT NULL`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX orders_counter_phones');
}
