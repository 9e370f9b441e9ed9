import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';

/** The files of `../schema`: each refers to tables of earlier ones. */
const SUBJECTS = [
  'accounts',
  'shops',
  'catalog',
  'orders',
  'stock',
  'payments',
  'notify',
  'money',
  'activity',
  'platform',
];

/** Creates the schema in an empty database. What changes it from now on is a migration of its own, and not an edit of the files. */
export async function up(knex: Knex): Promise<void> {
  // The path that functions take with SET search_path FROM CURRENT, without "$user", where others could add their own functions.
  await knex.raw(
    `SELECT set_config('search_path', string_agg(quote_ident(name), ', '), true) FROM unnest(current_schemas(false)) name`,
  );
  for (const subject of SUBJECTS)
    await knex.raw(await readFile(new URL(`../schema/${subject}.sql`, import.meta.url), 'utf8'));
}

/** Never: it would drop every table. knex wants the function. */
export async function down(): Promise<void> {
  throw new Error('The schema is not reverted: drop the database.');
}
