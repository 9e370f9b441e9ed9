import type { Knex } from 'knex';

/** An operator can help a shop: until a time, or until they stop, their session acts for it like one of its admins. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sessions
      ADD COLUMN helped_shop_id bigint REFERENCES shops,
      ADD COLUMN helps_until timestamptz,
      ADD CHECK ((helped_shop_id IS NULL) = (helps_until IS NULL));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE sessions DROP COLUMN helped_shop_id, DROP COLUMN helps_until');
}
