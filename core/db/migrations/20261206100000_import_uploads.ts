import type { Knex } from 'knex';

/** Workbooks that were uploaded and that the worker reads, and why one could not be read. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `ALTER TABLE imports
       ADD COLUMN refusal text,
       DROP CONSTRAINT imports_state_check,
       ADD CONSTRAINT imports_state_check
         CHECK (state IN ('reading', 'unmapped', 'waiting', 'running', 'done', 'cancelled', 'failed')) NOT VALID;
     DROP INDEX imports_one_at_a_time;
     CREATE UNIQUE INDEX imports_one_at_a_time ON imports (shop_id) WHERE state IN ('reading', 'waiting', 'running');
     -- Deleted when it is read.
     CREATE TABLE import_uploads (
       import_id bigint PRIMARY KEY REFERENCES imports ON DELETE CASCADE,
       bytes bytea NOT NULL
     )`,
  );
}

/** Workbooks that are not read yet have failed: the version before reads them while they are uploaded. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `DROP TABLE import_uploads;
     UPDATE imports SET state = 'failed', finished_at = now() WHERE state = 'reading';
     DROP INDEX imports_one_at_a_time;
     CREATE UNIQUE INDEX imports_one_at_a_time ON imports (shop_id) WHERE state IN ('waiting', 'running');
     ALTER TABLE imports
       DROP COLUMN refusal,
       DROP CONSTRAINT imports_state_check,
       ADD CONSTRAINT imports_state_check
         CHECK (state IN ('unmapped', 'waiting', 'running', 'done', 'cancelled', 'failed')) NOT VALID`,
  );
}
