import type { Knex } from 'knex';

/** Products with their variants, and the version of each shop's catalog, which triggers raise. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- shop_id NULL: built in, visible to every shop, read-only.
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
    CREATE INDEX products_catalog ON products (shop_id, id) WHERE is_published AND deleted_at IS NULL;
    CREATE INDEX products_category ON products (category_id);
    -- The back office lists products by name, page by page.
    CREATE INDEX products_by_name ON products (shop_id, lower(name), id) WHERE deleted_at IS NULL;

    -- Price, stock and barcode belong to the variant; every product has at least one.
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

    -- Idempotency keys of requests that add a product.
    CREATE TABLE product_requests (
      user_id bigint NOT NULL REFERENCES users,
      key text NOT NULL,
      body_hash text NOT NULL,
      product_id bigint NOT NULL REFERENCES products,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX product_requests_product ON product_requests (product_id);
    CREATE INDEX product_requests_age ON product_requests (created_at);

    -- Apart from the shop, as every order and every catalog change locks the row: edits of the shop do not wait for them.
    CREATE TABLE catalogs (
      shop_id bigint PRIMARY KEY REFERENCES shops,
      version bigint NOT NULL DEFAULT 0
    );
    CREATE FUNCTION open_catalog() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO catalogs (shop_id) VALUES (NEW.id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_open_catalog AFTER INSERT ON shops FOR EACH ROW EXECUTE FUNCTION open_catalog();

    -- Caches of a catalog compare its version. Stock is part of the catalog.
    CREATE FUNCTION raise_catalog_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1
        WHERE shop_id IN (
          SELECT DISTINCT p.shop_id FROM changed c JOIN products p ON p.id = c.product_id
        );
        RETURN NULL;
      END $$;
    CREATE TRIGGER variants_inserted AFTER INSERT ON variants
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version();
    CREATE TRIGGER variants_updated AFTER UPDATE ON variants
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version();

    CREATE FUNCTION raise_catalog_version_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1 WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed);
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_inserted AFTER INSERT ON products
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version_of_products();
    CREATE TRIGGER products_updated AFTER UPDATE ON products
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version_of_products();

    -- The catalog shows some settings of its shop.
    CREATE FUNCTION raise_catalog_version_of_shop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1 WHERE shop_id = NEW.id;
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_updated
      AFTER UPDATE OF name, address, phone, paused_at, suspended_at, open_time, close_time, time_zone,
        accepts_orders_when_closed, min_order_paise ON shops
      FOR EACH ROW
      WHEN ((OLD.name, OLD.address, OLD.phone, OLD.paused_at, OLD.suspended_at, OLD.open_time, OLD.close_time,
          OLD.time_zone, OLD.accepts_orders_when_closed, OLD.min_order_paise)
        IS DISTINCT FROM (NEW.name, NEW.address, NEW.phone, NEW.paused_at, NEW.suspended_at, NEW.open_time,
          NEW.close_time, NEW.time_zone, NEW.accepts_orders_when_closed, NEW.min_order_paise))
      EXECUTE FUNCTION raise_catalog_version_of_shop();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_updated ON shops;
    DROP TRIGGER shops_open_catalog ON shops;
    DROP TABLE catalogs, product_requests, variants, products, colors, sizes, units, categories;
    DROP FUNCTION open_catalog, raise_catalog_version, raise_catalog_version_of_products, raise_catalog_version_of_shop;
  `);
}
