import type { Knex } from 'knex';

/** What a shop's admins and the platform's operator change: settings with their version, the team, a suspension with its reason. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    -- updated_at: the version of the settings that an edit is compared with, to the millisecond as the wire has it.
    ALTER TABLE shops ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
      ADD COLUMN suspended_reason text, ADD COLUMN picture text;

    -- id: what an invitation's mail is about. joined_at: none until the first sign-in at the shop.
    ALTER TABLE shop_members ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      ADD COLUMN invited_by bigint REFERENCES users, ADD COLUMN joined_at timestamptz DEFAULT now();
    UPDATE shop_members SET joined_at = created_at;

    DROP TRIGGER shops_updated ON shops;
    CREATE TRIGGER shops_updated
      AFTER UPDATE OF name, address, phone, paused_at, suspended_at, open_time, close_time, time_zone,
        accepts_orders_when_closed, min_order_paise ON shops
      FOR EACH ROW
      WHEN ((OLD.name, OLD.address, OLD.phone, OLD.paused_at, OLD.suspended_at, OLD.open_time, OLD.close_time,
          OLD.time_zone, OLD.accepts_orders_when_closed, OLD.min_order_paise)
        IS DISTINCT FROM (NEW.name, NEW.address, NEW.phone, NEW.paused_at, NEW.suspended_at, NEW.open_time,
          NEW.close_time, NEW.time_zone, NEW.accepts_orders_when_closed, NEW.min_order_paise))
      EXECUTE FUNCTION raise_shelf_version_of_shop();

    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed');

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'otp.requested', 'email.changed', 'member.invited'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'member.invited';
    DROP INDEX activity_log_operator;
    DROP TRIGGER shops_updated ON shops;
    CREATE TRIGGER shops_updated
      AFTER UPDATE OF paused_at, open_time, close_time, time_zone, accepts_orders_when_closed, min_order_paise ON shops
      FOR EACH ROW
      WHEN ((OLD.paused_at, OLD.open_time, OLD.close_time, OLD.time_zone, OLD.accepts_orders_when_closed,
          OLD.min_order_paise)
        IS DISTINCT FROM (NEW.paused_at, NEW.open_time, NEW.close_time, NEW.time_zone, NEW.accepts_orders_when_closed,
          NEW.min_order_paise))
      EXECUTE FUNCTION raise_shelf_version_of_shop();
    ALTER TABLE shop_members DROP COLUMN id, DROP COLUMN invited_by, DROP COLUMN joined_at;
    ALTER TABLE shops DROP COLUMN updated_at, DROP COLUMN suspended_reason, DROP COLUMN picture;

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'otp.requested', 'email.changed'));
  `);
}
