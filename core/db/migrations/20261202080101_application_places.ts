import type { Knex } from 'knex';

/** The place of a PIN code that the table lacks is unknown until the shop sets its own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'ALTER TABLE shop_applications ALTER COLUMN latitude DROP NOT NULL, ALTER COLUMN longitude DROP NOT NULL',
  );
}

/** The version before knows no application without a place: it becomes 0, 0, which the operator sees on the map. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE shop_applications SET latitude = 0, longitude = 0 WHERE latitude IS NULL OR longitude IS NULL;
    ALTER TABLE shop_applications ALTER COLUMN latitude SET NOT NULL, ALTER COLUMN longitude SET NOT NULL;
  `);
}
