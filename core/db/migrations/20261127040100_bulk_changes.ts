import type { Knex } from 'knex';

/** Changes of many products at once: for repeated requests, and to undo them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE bulk_changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      user_id bigint NOT NULL REFERENCES users,
      -- The idempotency key of the request, and what it consisted of.
      key text,
      body_hash text NOT NULL,
      kind text NOT NULL,
      -- What was changed: ids with the values before and after.
      changed jsonb NOT NULL DEFAULT '[]',
      result jsonb,
      undo_result jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, key)
    );
    CREATE INDEX bulk_changes_shop ON bulk_changes (shop_id);
  `);
}

/** Changes that were made cannot be undone any more. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE bulk_changes');
}
