import type { Knex } from 'knex';

/** Of an order that comes back to its shop, items that cannot be sold again are written off. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE order_items ADD COLUMN written_off integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT order_items_written_off CHECK (written_off BETWEEN 0 AND quantity);
  `);
}

/** What was written off stays out of the stock. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE order_items DROP COLUMN written_off');
}
