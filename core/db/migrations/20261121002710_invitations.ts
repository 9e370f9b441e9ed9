import type { Knex } from 'knex';

/** When each invitation to a shop's team was sent, the last time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    -- None for who was never invited: they were there from the start, or were put in on the machine.
    ALTER TABLE shop_members ADD COLUMN invited_at timestamptz;
    UPDATE shop_members SET invited_at = created_at WHERE joined_at IS NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE shop_members DROP COLUMN invited_at');
}
