import type { Knex } from 'knex';

/** Imports of products: the file, how far it is, and what was wrong with its rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

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
      -- The products that are to be stored, with the numbers of their rows; those before the position are.
      plan jsonb NOT NULL DEFAULT '[]',
      position integer NOT NULL DEFAULT 0,
      -- The stock of each variant as the first look at the file found it.
      seen jsonb NOT NULL DEFAULT '{}',
      -- What a look at the file tells: a preview, new categories and units, columns that nobody knows.
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

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN
        ('order.placed', 'order.status', 'otp.requested', 'email.changed', 'member.invited', 'import.requested'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'import.requested';
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'otp.requested', 'email.changed', 'member.invited'));
    DROP TABLE import_problems, imports;
  `);
}
