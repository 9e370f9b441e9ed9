import type { Knex } from 'knex';

/** The indexes, constraints and triggers that the migrations have made; `migrate` writes it, `npm run doctor` compares. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE schema_objects (
      table_name text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      PRIMARY KEY (table_name, kind, name)
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE schema_objects');
}
