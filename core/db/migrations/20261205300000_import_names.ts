import type { Knex } from 'knex';

/** Which category, unit or size a name in a file stands for, in an import and as a shop has chosen it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `ALTER TABLE imports ADD COLUMN names jsonb NOT NULL DEFAULT '[]';
     CREATE TABLE import_names (
       shop_id bigint REFERENCES shops,
       kind text,
       -- In lower case.
       name text,
       -- NULL: the shop has one of its own by this name.
       target text,
       updated_at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (shop_id, kind, name)
     )`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE import_names; ALTER TABLE imports DROP COLUMN names');
}
