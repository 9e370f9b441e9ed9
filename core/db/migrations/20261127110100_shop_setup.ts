import type { Knex } from 'knex';

/** The first steps of a new shop. What is done is read from its data; stored is only what its members said about it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops
      ADD COLUMN setup_skipped text[] NOT NULL DEFAULT '{}',
      ADD COLUMN poster_printed_at timestamptz,
      -- Since when the list of first steps is no longer shown.
      ADD COLUMN setup_closed_at timestamptz;
    -- Shops that sell already need no first steps.
    UPDATE shops SET setup_closed_at = now() WHERE is_platform OR EXISTS (
      SELECT FROM products p WHERE p.shop_id = shops.id AND p.is_published AND p.deleted_at IS NULL);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops DROP COLUMN setup_skipped, DROP COLUMN poster_printed_at, DROP COLUMN setup_closed_at;
  `);
}
