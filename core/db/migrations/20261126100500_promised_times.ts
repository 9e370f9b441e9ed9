import type { Knex } from 'knex';

/** Shops promise when an order is ready, take longer while they are busy, and may accept orders automatically. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops
      ADD COLUMN rush_minutes integer NOT NULL DEFAULT 0 CHECK (rush_minutes IN (0, 10, 20, 30)),
      ADD COLUMN auto_accepts boolean NOT NULL DEFAULT false;
    ALTER TABLE orders ADD COLUMN promised_at timestamptz;
    DROP TRIGGER shops_updated ON shops;
    CREATE TRIGGER shops_updated
      AFTER UPDATE OF name, address, phone, paused_at, suspended_at, open_time, close_time, time_zone, accepts_orders_when_closed, min_order_paise, preparation_minutes, rush_minutes ON shops
      FOR EACH ROW
      WHEN ((OLD.name, OLD.address, OLD.phone, OLD.paused_at, OLD.suspended_at, OLD.open_time, OLD.close_time, OLD.time_zone, OLD.accepts_orders_when_closed, OLD.min_order_paise, OLD.preparation_minutes, OLD.rush_minutes)
        IS DISTINCT FROM (NEW.name, NEW.address, NEW.phone, NEW.paused_at, NEW.suspended_at, NEW.open_time, NEW.close_time, NEW.time_zone, NEW.accepts_orders_when_closed, NEW.min_order_paise, NEW.preparation_minutes, NEW.rush_minutes))
      EXECUTE FUNCTION raise_catalog_version_of_shop();
  `);
}

/** The promises are lost, except in the events of the orders. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_updated ON shops;
    CREATE TRIGGER shops_updated
      AFTER UPDATE OF name, address, phone, paused_at, suspended_at, open_time, close_time, time_zone, accepts_orders_when_closed, min_order_paise ON shops
      FOR EACH ROW
      WHEN ((OLD.name, OLD.address, OLD.phone, OLD.paused_at, OLD.suspended_at, OLD.open_time, OLD.close_time, OLD.time_zone, OLD.accepts_orders_when_closed, OLD.min_order_paise)
        IS DISTINCT FROM (NEW.name, NEW.address, NEW.phone, NEW.paused_at, NEW.suspended_at, NEW.open_time, NEW.close_time, NEW.time_zone, NEW.accepts_orders_when_closed, NEW.min_order_paise))
      EXECUTE FUNCTION raise_catalog_version_of_shop();
    ALTER TABLE orders DROP COLUMN promised_at;
    ALTER TABLE shops DROP COLUMN rush_minutes, DROP COLUMN auto_accepts;
  `);
}
