import type { Knex } from 'knex';

/** For the lists of the operator, which select days of all shops. These indexes are small and cheap to write. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_by_day ON orders USING brin (created_at) WITH (pages_per_range = 16);
    CREATE INDEX payments_by_day ON payments USING brin (created_at) WITH (pages_per_range = 16);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX orders_by_day, payments_by_day');
}
