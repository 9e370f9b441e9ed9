import type { Knex } from 'knex';

/** The shared catalog: Hindi names, what an operator hides and edits, and known products with their barcodes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Rows with a key are shipped with the product. A new version changes only those that no operator has edited.
    ALTER TABLE categories ADD COLUMN key text UNIQUE, ADD COLUMN name_hi text CHECK (name_hi <> ''),
      ADD COLUMN edited_at timestamptz, ADD COLUMN hidden_at timestamptz;
    ALTER TABLE units ADD COLUMN key text UNIQUE, ADD COLUMN name_hi text CHECK (name_hi <> ''),
      ADD COLUMN edited_at timestamptz, ADD COLUMN hidden_at timestamptz;
    ALTER TABLE sizes ADD COLUMN key text UNIQUE, ADD COLUMN name_hi text CHECK (name_hi <> ''),
      ADD COLUMN edited_at timestamptz, ADD COLUMN hidden_at timestamptz;
    ALTER TABLE colors ADD COLUMN key text UNIQUE, ADD COLUMN name_hi text CHECK (name_hi <> ''),
      ADD COLUMN edited_at timestamptz, ADD COLUMN hidden_at timestamptz;

    -- What a shop can start from: a product without a shop, a price and a stock.
    CREATE TABLE known_products (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text UNIQUE,
      category_id bigint NOT NULL REFERENCES categories,
      unit_id bigint NOT NULL REFERENCES units,
      name text NOT NULL CHECK (name <> ''),
      name_hi text CHECK (name_hi <> ''),
      description text,
      mrp_paise bigint CHECK (mrp_paise > 0),
      picture text,
      edited_at timestamptz,
      hidden_at timestamptz
    );
    CREATE UNIQUE INDEX known_products_name ON known_products (lower(name), unit_id);
    CREATE INDEX known_products_category ON known_products (category_id);
    CREATE INDEX known_products_unit ON known_products (unit_id);

    CREATE TABLE known_barcodes (
      barcode text PRIMARY KEY,
      known_product_id bigint NOT NULL REFERENCES known_products
    );
    CREATE INDEX known_barcodes_product ON known_barcodes (known_product_id);

    -- A catalog has the names of categories, units, sizes and colours in it.
    CREATE FUNCTION raise_catalog_version_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1 WHERE shop_id IN (
          SELECT p.shop_id FROM categories c JOIN products p ON p.category_id = c.id
          WHERE c.id = NEW.id OR c.parent_id = NEW.id
        );
        RETURN NULL;
      END $$;
    CREATE TRIGGER categories_renamed AFTER UPDATE OF name ON categories
      FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION raise_catalog_version_of_category();

    CREATE FUNCTION raise_catalog_version_of_option() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1 WHERE shop_id IN (
          SELECT p.shop_id FROM variants v JOIN products p ON p.id = v.product_id
          WHERE NEW.id = CASE TG_TABLE_NAME WHEN 'units' THEN v.unit_id WHEN 'sizes' THEN v.size_id ELSE v.color_id END
        );
        RETURN NULL;
      END $$;
    CREATE TRIGGER units_renamed AFTER UPDATE OF name ON units
      FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION raise_catalog_version_of_option();
    CREATE TRIGGER sizes_renamed AFTER UPDATE OF name ON sizes
      FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION raise_catalog_version_of_option();
    CREATE TRIGGER colors_renamed AFTER UPDATE OF name ON colors
      FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION raise_catalog_version_of_option();

    DROP INDEX activity_log_operator;
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked',
        'catalog.added', 'catalog.changed', 'catalog.hidden', 'catalog.shown');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX activity_log_operator;
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked');
    DROP TRIGGER colors_renamed ON colors;
    DROP TRIGGER sizes_renamed ON sizes;
    DROP TRIGGER units_renamed ON units;
    DROP TRIGGER categories_renamed ON categories;
    DROP FUNCTION raise_catalog_version_of_option, raise_catalog_version_of_category;
    DROP TABLE known_barcodes, known_products;
    ALTER TABLE categories DROP COLUMN key, DROP COLUMN name_hi, DROP COLUMN edited_at, DROP COLUMN hidden_at;
    ALTER TABLE units DROP COLUMN key, DROP COLUMN name_hi, DROP COLUMN edited_at, DROP COLUMN hidden_at;
    ALTER TABLE sizes DROP COLUMN key, DROP COLUMN name_hi, DROP COLUMN edited_at, DROP COLUMN hidden_at;
    ALTER TABLE colors DROP COLUMN key, DROP COLUMN name_hi, DROP COLUMN edited_at, DROP COLUMN hidden_at;
  `);
}
