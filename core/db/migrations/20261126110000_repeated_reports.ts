import type { Knex } from 'knex';

/** A repeated report of a problem returns the problem that it reported, also when the order has a later one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE order_actions ADD COLUMN problem_id bigint REFERENCES order_problems');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE order_actions DROP COLUMN problem_id');
}
