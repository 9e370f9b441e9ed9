import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { closeDatabase, connectDatabase, database } from './database.ts';
import { migrate, MIGRATIONS, migrationFiles } from './migrate.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

let files: string[];
beforeEach(async () => {
  files = await migrationFiles();
  await database().pool.query('DELETE FROM knex_migrations WHERE name <> ALL($1::text[])', [files]);
});

const recordMigration = (name: string) =>
  database().pool.query('INSERT INTO knex_migrations (name, batch) VALUES ($1, 1)', [name]);

it('is up to date after the migrations of this version, however often it runs', async () => {
  await migrate(testDatabase());
  await migrate(testDatabase());
  const { rows } = await database().pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual((await readdir(MIGRATIONS)).toSorted());
});

it('refuses a database of an earlier development version, and says to start with an empty one', async () => {
  await recordMigration('20261121002100_products_by_name.ts');
  await expect(migrate(testDatabase())).rejects.toThrow(
    /earlier development version of Haat.*cannot be migrated.*Start with an empty one/,
  );
});

it('refuses a database of a newer version', async () => {
  await recordMigration('29991231000000_later.ts');
  await expect(migrate(testDatabase())).rejects.toThrow('newer version of Haat (29991231000000_later.ts)');
});
