import type { Knex } from 'knex';

/** What shops print on receipts above and below the items, and where UPI payments at their counter go. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops
      ADD COLUMN upi_vpa text CHECK (length(upi_vpa) BETWEEN 4 AND 100),
      ADD COLUMN receipt_head text CHECK (length(receipt_head) BETWEEN 1 AND 200),
      ADD COLUMN receipt_foot text CHECK (length(receipt_foot) BETWEEN 1 AND 200);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE shops DROP COLUMN upi_vpa, DROP COLUMN receipt_head, DROP COLUMN receipt_foot');
}
