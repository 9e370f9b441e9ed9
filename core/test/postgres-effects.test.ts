import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from './database.ts';
import { PostgresEffects } from './postgres-effects.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let proxy: TcpProxy;
let client: pg.Client;
const effects: string[] = [];
const answered: boolean[] = [];
beforeAll(async () => {
  proxy = await startTcpProxy(testDatabase(), ({ near, far }) => {
    const reader = new PostgresEffects();
    // One byte after the other: messages come in any pieces.
    near.on('data', (chunk) => {
      for (const at of chunk.keys()) effects.push(...reader.read(chunk.subarray(at, at + 1)));
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      answered.push(reader.isAnswered(chunk));
      near.write(chunk);
    });
  });
  client = new pg.Client({ connectionString: proxy.url });
  await client.connect();
  await client.query('CREATE TEMPORARY TABLE things (id int PRIMARY KEY, seen boolean)');
});
beforeEach(() => void effects.splice(0));
afterAll(async () => {
  await client.end();
  proxy.stop();
});

it('names statements that write by what they do to which table, also when they were prepared before', async () => {
  await client.query('INSERT INTO things VALUES ($1)', [1]);
  const seen = { name: 'mark-seen', text: 'UPDATE things SET seen = true WHERE id = $1' };
  await client.query({ ...seen, values: [1] });
  await client.query({ ...seen, values: [1] });
  await client.query('WITH gone AS (DELETE FROM "things" RETURNING id) SELECT id FROM gone');
  await client.query("SELECT pg_notify('news', 'something')");
  expect(effects).toEqual([
    'INSERT INTO things',
    'UPDATE things SET seen',
    'UPDATE things SET seen',
    'DELETE FROM things',
    'pg_notify',
  ]);
});

it('names a commit by what the transaction has written, each once, and none for what only reads or is rolled back', async () => {
  await client.query('BEGIN');
  await client.query('SELECT FROM things FOR UPDATE');
  await client.query('COMMIT');
  await client.query('BEGIN');
  await client.query('INSERT INTO things VALUES ($1)', [2]);
  await client.query('ROLLBACK');
  expect(effects).toEqual([]);

  await client.query('BEGIN');
  await client.query('INSERT INTO things VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen = false', [3]);
  await client.query({ name: 'mark-seen', text: 'UPDATE things SET seen = true WHERE id = $1', values: [3] });
  await client.query('INSERT INTO things VALUES ($1)', [4]);
  expect(effects).toEqual([]);
  await client.query('COMMIT');
  expect(effects).toEqual(['the commit of INSERT INTO things, UPDATE things SET seen']);
});

it('knows when the server has answered: not before all rows have come', async () => {
  answered.splice(0);
  await client.query('SELECT repeat($1, 1000) FROM generate_series(1, 2000)', ['much']);
  expect(answered.at(-1)).toBe(true);
  expect(answered.slice(0, -1)).toContain(false);
});
