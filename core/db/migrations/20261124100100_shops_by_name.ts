import type { Knex } from 'knex';

/** The public list of all shops, by name. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The list shows open shops first, then by name; it reads both parts from this index. A shop without a name has its slug's.
    CREATE INDEX shops_by_name ON shops (lower(coalesce(nullif(btrim(name), ''), replace(slug, '-', ' '))), id)
      WHERE suspended_at IS NULL AND NOT is_platform;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX shops_by_name');
}
