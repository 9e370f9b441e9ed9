import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from './database.ts';

it('gives the file its own database with the whole schema in it', async () => {
  const client = new pg.Client({ connectionString: testDatabase() });
  await client.connect();
  const { rows } = await client.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  );
  await client.end();
  expect(new URL(testDatabase()).pathname).toMatch(/^\/haat_test_\d+_\w+$/);
  expect(rows.map((row) => row.table_name)).toEqual(expect.arrayContaining(['orders', 'shops', 'outbox']));
});
