import type { Knex } from 'knex';

/** The money of a counter sale goes back in cash or by UPI. What was paid out before was paid out in cash. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE cash_payouts ADD COLUMN method text NOT NULL DEFAULT 'cash' CHECK (method IN ('cash', 'upi'));
  `);
}

/** What went back by UPI counts as cash again. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE cash_payouts DROP COLUMN method');
}
