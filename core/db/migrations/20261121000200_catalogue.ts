import type { Knex } from 'knex';

/** What shops sell. Price, stock and barcode live on the variant; every product has at least one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- shop_id NULL: seeded, seen by every shop, read-only.
    CREATE TABLE categories (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint REFERENCES shops,
      parent_id bigint REFERENCES categories,
      name text NOT NULL CHECK (name <> '')
    );
    CREATE UNIQUE INDEX categories_name ON categories (coalesce(shop_id, 0), coalesce(parent_id, 0), lower(name));
    CREATE INDEX categories_parent ON categories (parent_id);

    CREATE TABLE units (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint REFERENCES shops,
      name text NOT NULL CHECK (name <> '')
    );
    CREATE UNIQUE INDEX units_name ON units (coalesce(shop_id, 0), lower(name));

    CREATE TABLE sizes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> '')
    );
    CREATE TABLE colors (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> '')
    );

    CREATE TABLE products (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      category_id bigint REFERENCES categories,
      name text NOT NULL CHECK (name <> ''),
      description text,
      image text,
      is_published boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz
    );
    CREATE INDEX products_shelf ON products (shop_id, id) WHERE is_published AND deleted_at IS NULL;
    CREATE INDEX products_category ON products (category_id);

    CREATE TABLE variants (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      product_id bigint NOT NULL REFERENCES products,
      size_id bigint REFERENCES sizes,
      color_id bigint REFERENCES colors,
      unit_id bigint REFERENCES units,
      price_paise bigint NOT NULL CHECK (price_paise >= 0),
      mrp_paise bigint CHECK (mrp_paise >= price_paise),
      stock integer NOT NULL DEFAULT 0 CHECK (stock >= 0),
      barcode text,
      position integer NOT NULL DEFAULT 0,
      deleted_at timestamptz
    );
    CREATE UNIQUE INDEX variants_choice
      ON variants (product_id, coalesce(size_id, 0), coalesce(color_id, 0), coalesce(unit_id, 0))
      WHERE deleted_at IS NULL;
    CREATE INDEX variants_barcode ON variants (barcode) WHERE barcode IS NOT NULL;

    -- The version is what caches of a shelf compare. Stock is part of the shelf.
    CREATE FUNCTION raise_shelf_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE shelves SET version = version + 1
        WHERE shop_id IN (
          SELECT DISTINCT p.shop_id FROM changed c JOIN products p ON p.id = c.product_id
        );
        RETURN NULL;
      END $$;
    CREATE TRIGGER variants_inserted AFTER INSERT ON variants
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_shelf_version();
    CREATE TRIGGER variants_updated AFTER UPDATE ON variants
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_shelf_version();

    CREATE FUNCTION raise_shelf_version_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE shelves SET version = version + 1 WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed);
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_inserted AFTER INSERT ON products
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_shelf_version_of_products();
    CREATE TRIGGER products_updated AFTER UPDATE ON products
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_shelf_version_of_products();

    CREATE FUNCTION open_shelf() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO shelves (shop_id) VALUES (NEW.id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_open_shelf AFTER INSERT ON shops FOR EACH ROW EXECUTE FUNCTION open_shelf();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_open_shelf ON shops;
    DROP TABLE variants, products, colors, sizes, units, categories;
    DROP FUNCTION open_shelf, raise_shelf_version, raise_shelf_version_of_products;
  `);
}
