import type { Knex } from 'knex';

/** What a customer writes to the shop with an order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE orders ADD COLUMN note text CHECK (char_length(note) BETWEEN 1 AND 300)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE orders DROP COLUMN note');
}
