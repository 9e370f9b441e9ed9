import type { Knex } from 'knex';

/** Where the table of an import's file was found, the other sheets of its workbook, and what its dates stand for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `ALTER TABLE imports
       -- NULL for files of earlier versions, whose first row is the heading.
       ADD COLUMN layout jsonb,
       -- How the dates of a column are read, by the position of the column.
       ADD COLUMN dates jsonb NOT NULL DEFAULT '{}';
     -- The sheets of workbooks that have several.
     CREATE TABLE import_sheets (
       import_id bigint REFERENCES imports ON DELETE CASCADE,
       name text,
       file text NOT NULL,
       PRIMARY KEY (import_id, name)
     )`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE import_sheets; ALTER TABLE imports DROP COLUMN layout, DROP COLUMN dates');
}
