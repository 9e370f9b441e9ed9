import type { Knex } from 'knex';

/** Adds a version that rises when the listing of a shop changes, so that processes can cache the listings. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Orders raise the version of a catalog, but not this one. has_products: whether the shop has a published product.
    ALTER TABLE catalogs
      ADD COLUMN listing_version bigint NOT NULL DEFAULT 1,
      ADD COLUMN has_products boolean NOT NULL DEFAULT false;
    UPDATE catalogs SET has_products = EXISTS (
      SELECT FROM products p WHERE p.shop_id = catalogs.shop_id AND p.is_published AND p.deleted_at IS NULL
    );

    CREATE FUNCTION raise_listing_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET listing_version = listing_version + 1 WHERE shop_id = NEW.id;
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_relisted AFTER UPDATE OF slug, name, trade, address, open_time, close_time, time_zone, paused_at, paused_until,
        min_order_paise, picture, latitude, longitude, reach_metres, suspended_at, is_platform ON shops
      FOR EACH ROW WHEN ((OLD.slug, OLD.name, OLD.trade, OLD.address, OLD.open_time, OLD.close_time, OLD.time_zone,
          OLD.paused_at, OLD.paused_until, OLD.min_order_paise, OLD.picture, OLD.latitude, OLD.longitude,
          OLD.reach_metres, OLD.suspended_at, OLD.is_platform) IS DISTINCT FROM (NEW.slug, NEW.name, NEW.trade, NEW.address, NEW.open_time, NEW.close_time, NEW.time_zone,
          NEW.paused_at, NEW.paused_until, NEW.min_order_paise, NEW.picture, NEW.latitude, NEW.longitude,
          NEW.reach_metres, NEW.suspended_at, NEW.is_platform))
      EXECUTE FUNCTION raise_listing_version();

    -- The first statement waits for concurrent changes of the catalog; the second one sees what they have committed.
    CREATE OR REPLACE FUNCTION raise_catalog_version_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1 WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed);
        UPDATE catalogs SET has_products = NOT has_products, listing_version = listing_version + 1
        WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed) AND has_products <> coalesce(
          (SELECT true FROM products p WHERE p.shop_id = catalogs.shop_id AND p.is_published AND p.deleted_at IS NULL LIMIT 1), false
        );
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_deleted AFTER DELETE ON products
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version_of_products();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER products_deleted ON products;
    CREATE OR REPLACE FUNCTION raise_catalog_version_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE catalogs SET version = version + 1 WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed);
        RETURN NULL;
      END $$;
    DROP TRIGGER shops_relisted ON shops;
    DROP FUNCTION raise_listing_version;
    ALTER TABLE catalogs DROP COLUMN listing_version, DROP COLUMN has_products;
  `);
}
