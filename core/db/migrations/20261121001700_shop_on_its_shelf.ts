import type { Knex } from 'knex';

/** What a shop says of itself beside its shelf is part of it for whoever looks: a pause, the hours, the minimum. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION raise_shelf_version_of_shop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE shelves SET version = version + 1 WHERE shop_id = NEW.id;
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_updated
      AFTER UPDATE OF paused_at, open_time, close_time, time_zone, accepts_orders_when_closed, min_order_paise ON shops
      FOR EACH ROW
      WHEN ((OLD.paused_at, OLD.open_time, OLD.close_time, OLD.time_zone, OLD.accepts_orders_when_closed,
          OLD.min_order_paise)
        IS DISTINCT FROM (NEW.paused_at, NEW.open_time, NEW.close_time, NEW.time_zone, NEW.accepts_orders_when_closed,
          NEW.min_order_paise))
      EXECUTE FUNCTION raise_shelf_version_of_shop();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_updated ON shops;
    DROP FUNCTION raise_shelf_version_of_shop;
  `);
}
