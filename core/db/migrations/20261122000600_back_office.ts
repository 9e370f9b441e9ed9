import type { Knex } from 'knex';

/** Imports of products, the activity log, visits, and the menu. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE imports (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      actor_id bigint NOT NULL REFERENCES users,
      file_name text NOT NULL,
      file text NOT NULL,
      is_dry_run boolean NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'failed')),
      rows integer NOT NULL,
      created integer NOT NULL DEFAULT 0,
      changed integer NOT NULL DEFAULT 0,
      unchanged integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      -- The products to store, with their row numbers; those before position are stored.
      plan jsonb NOT NULL DEFAULT '[]',
      position integer NOT NULL DEFAULT 0,
      -- The stock of each variant when the file was checked.
      seen jsonb NOT NULL DEFAULT '{}',
      -- Result of the check: a preview, new categories and units, unknown columns.
      findings jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    );
    CREATE INDEX imports_of_shop ON imports (shop_id, id DESC);
    CREATE INDEX imports_actor ON imports (actor_id);
    CREATE INDEX imports_age ON imports (created_at);
    CREATE UNIQUE INDEX imports_one_at_a_time ON imports (shop_id) WHERE state IN ('waiting', 'running');

    CREATE TABLE import_problems (
      import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
      row integer NOT NULL,
      -- The column; empty for the row as a whole.
      place text NOT NULL,
      code text NOT NULL,
      PRIMARY KEY (import_id, row, place, code)
    );

    -- Changes by people of a shop and by operators; append-only.
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
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed');
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'activity_log is append-only';
      END $$;
    CREATE TRIGGER activity_log_append_only BEFORE UPDATE OR DELETE ON activity_log
      FOR EACH ROW EXECUTE FUNCTION refuse_change();

    CREATE TABLE visits (
      day date PRIMARY KEY,
      count bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE navigation_items (
      id text PRIMARY KEY,
      name text NOT NULL,
      description text[] NOT NULL DEFAULT '{}',
      position integer NOT NULL DEFAULT 0
    );
    INSERT INTO navigation_items (id, name, description, position) VALUES
      ('/products', 'Shop', ARRAY['Everything in the catalog', 'Sorted by category'], 1),
      ('/order-history', 'Orders', ARRAY['What you ordered', 'Where it is now'], 2);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE navigation_items, visits, activity_log, import_problems, imports;
    DROP FUNCTION refuse_change;
  `);
}
