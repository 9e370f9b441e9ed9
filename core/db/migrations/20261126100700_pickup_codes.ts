import type { Knex } from 'knex';

/** Every order has a code of four digits, also those of earlier versions; shops may ask for it when they hand an order over. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders ADD COLUMN pickup_code text NOT NULL DEFAULT lpad(floor(random() * 10000)::text, 4, '0')
      CHECK (pickup_code ~ '^[0-9]{4}$');
    ALTER TABLE shops
      ADD COLUMN asks_pickup_code boolean NOT NULL DEFAULT false,
      ADD COLUMN asks_door_code boolean NOT NULL DEFAULT false;
  `);
}

/** The codes are lost: with the next migration, orders that are not yet handed over get other ones. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops DROP COLUMN asks_pickup_code, DROP COLUMN asks_door_code;
    ALTER TABLE orders DROP COLUMN pickup_code;
  `);
}
