import type { Knex } from 'knex';

/** What a provider does not refund, because it is less than a rupee, is paid out in cash. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The online payment of which so much is paid out in cash; NULL for what was paid in cash.
    ALTER TABLE cash_payouts ADD COLUMN payment_id bigint REFERENCES payments;
    CREATE INDEX cash_payouts_payment ON cash_payouts (payment_id) WHERE payment_id IS NOT NULL;
  `);
}

/** Such payouts stay, as if cash had been collected for them. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE cash_payouts DROP COLUMN payment_id');
}
