import type { Knex } from 'knex';

/** Puts items that a background job could not process off, so that it goes on with the others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE failed_items (
      processor text NOT NULL,
      item_id bigint NOT NULL,
      attempts integer NOT NULL DEFAULT 1,
      first_failed_at timestamptz NOT NULL DEFAULT now(),
      -- No run takes the item before.
      retry_at timestamptz NOT NULL,
      PRIMARY KEY (processor, item_id)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE failed_items');
}
