import type { Knex } from 'knex';

/** Feeds of notifications, the outbox, deliveries to devices, and the small tables beside them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- 'shop:7' or 'user:7'. The number is taken under this row's lock in the transaction that writes the notification,
    -- so that numbers become visible in their order: what a reader resumes from must never skip a late commit.
    CREATE TABLE feeds (
      name text PRIMARY KEY CHECK (name ~ '^(shop|user):[0-9]+$'),
      seq bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE notifications (
      feed text NOT NULL REFERENCES feeds,
      seq bigint NOT NULL,
      order_id bigint NOT NULL REFERENCES orders,
      kind text NOT NULL CHECK (kind IN ('order.placed', 'order.status')),
      status text,
      message text NOT NULL,
      details jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (feed, seq)
    );
    CREATE UNIQUE INDEX notifications_once ON notifications (order_id, feed, kind, coalesce(status, ''));

    -- Written in the transaction of what it announces; dispatched once its job is queued.
    CREATE TABLE outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      topic text NOT NULL CHECK (topic IN ('order.placed', 'order.status', 'otp.requested')),
      subject_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      dispatched_at timestamptz
    );
    CREATE INDEX outbox_waiting ON outbox (created_at) WHERE dispatched_at IS NULL;
    CREATE INDEX outbox_done ON outbox (dispatched_at) WHERE dispatched_at IS NOT NULL;

    CREATE TABLE deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      feed text NOT NULL,
      seq bigint NOT NULL,
      channel text NOT NULL CHECK (channel IN ('push', 'mail')),
      target text NOT NULL,
      state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'dead')),
      attempts integer NOT NULL DEFAULT 0,
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (feed, seq, channel, target),
      FOREIGN KEY (feed, seq) REFERENCES notifications
    );

    -- Mail that embedded mode catches instead of sending.
    CREATE TABLE caught_mails (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      "to" text NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE navigation_items (
      id text PRIMARY KEY,
      name text NOT NULL,
      description text[] NOT NULL DEFAULT '{}',
      position integer NOT NULL DEFAULT 0
    );

    CREATE TABLE visits (
      day date PRIMARY KEY,
      count bigint NOT NULL DEFAULT 0
    );

    -- Who changed what in a shop; append-only.
    CREATE TABLE activity_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint REFERENCES shops,
      actor_id bigint REFERENCES users,
      action text NOT NULL,
      subject text,
      before jsonb,
      after jsonb,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX activity_log_shop ON activity_log (shop_id, id DESC);
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'activity_log is append-only';
      END $$;
    CREATE TRIGGER activity_log_append_only BEFORE UPDATE OR DELETE ON activity_log
      FOR EACH ROW EXECUTE FUNCTION refuse_change();

    -- The menu items that every installation starts with.
    INSERT INTO navigation_items (id, name, description, position) VALUES
      ('/products', 'Shop', ARRAY['Everything on the shelf', 'Sorted by category'], 1),
      ('/order-history', 'Orders', ARRAY['What you ordered', 'Where it is now'], 2);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE activity_log, visits, navigation_items, caught_mails, deliveries, outbox, notifications, feeds;
    DROP FUNCTION refuse_change;
  `);
}
