import type { Knex } from 'knex';

/** What the page of a product declares, and further pictures. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What Indian law wants declared of packed products sold online; NULL where the shop has not entered it.
    ALTER TABLE products
      ADD COLUMN hindi_name text CHECK (hindi_name <> ''),
      ADD COLUMN net_quantity text CHECK (net_quantity <> ''),
      ADD COLUMN maker_role text CHECK (maker_role IN ('manufacturer', 'packer', 'importer')),
      ADD COLUMN maker_name text CHECK (maker_name <> ''),
      ADD COLUMN maker_address text CHECK (maker_address <> ''),
      ADD COLUMN country_of_origin text CHECK (country_of_origin <> ''),
      ADD COLUMN fssai_licence text CHECK (fssai_licence ~ '^[0-9]{14}$'),
      ADD COLUMN best_before text CHECK (best_before <> '');

    -- Those after the main picture, which stays in products.image: the catalog shows only that.
    CREATE TABLE product_pictures (
      product_id bigint NOT NULL REFERENCES products,
      position smallint NOT NULL CHECK (position BETWEEN 1 AND 5),
      image text NOT NULL CHECK (image <> ''),
      PRIMARY KEY (product_id, position)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE product_pictures;
    ALTER TABLE products DROP COLUMN hindi_name, DROP COLUMN net_quantity, DROP COLUMN maker_role,
      DROP COLUMN maker_name, DROP COLUMN maker_address, DROP COLUMN country_of_origin, DROP COLUMN fssai_licence,
      DROP COLUMN best_before;
  `);
}
