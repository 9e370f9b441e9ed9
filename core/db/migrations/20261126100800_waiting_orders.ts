import type { Knex } from 'knex';

/** The index of the orders that wait for their shop is without those that were never paid, which stay Pending for ever. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX orders_to_accept;
    CREATE INDEX orders_to_accept ON orders (accept_by)
      WHERE status = 'Pending' AND payment_status NOT IN ('awaiting', 'expired');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX orders_to_accept;
    CREATE INDEX orders_to_accept ON orders (accept_by) WHERE status = 'Pending';
  `);
}
