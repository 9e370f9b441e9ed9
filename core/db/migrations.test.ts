import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from './database.ts';
import { MIGRATIONS, migrationFiles } from './migrate.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

/** Tables that every order writes to. What locks them stops all orders. */
const BUSY = [
  'orders',
  'order_items',
  'order_events',
  'notifications',
  'outbox',
  'stock_ledger',
  'payments',
  'variants',
];
/** It runs in empty databases alone. */
const SCHEMA = '20261203000000_schema.ts';

const onBusyTable = BUSY.join('|');
const LOCKS = [
  {
    what: 'an index that is not built CONCURRENTLY',
    how: new RegExp(`CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?\\w+ ON (?:${onBusyTable})\\b`, 'i'),
  },
  {
    what: 'an index that is not dropped CONCURRENTLY',
    how: new RegExp(`DROP INDEX (?!CONCURRENTLY)(?:IF EXISTS )?(?:${onBusyTable})_`, 'i'),
  },
  {
    what: 'a constraint that is not NOT VALID',
    how: new RegExp(
      `ALTER TABLE (?:${onBusyTable})\\b[^;]*ADD CONSTRAINT(?![^;]*NOT VALID)[^;]*(?:CHECK|FOREIGN KEY)`,
      'i',
    ),
  },
];
/** Of the statements that change the schema forward. */
const upOf = (text: string): string => text.slice(0, text.search(/export (async function|const) down\b/));

it('locks no table that orders need, except for moments', async () => {
  const found = (await migrationFiles())
    .filter((name) => name !== SCHEMA)
    .flatMap((name) => {
      const up = upOf(readFileSync(join(MIGRATIONS, name), 'utf8'));
      return LOCKS.filter(({ how }) => how.test(up)).map(({ what }) => `${name}: ${what}`);
    });
  expect(found).toEqual([]);
});

it('can repeat an index that was interrupted, outside of a transaction', async () => {
  for (const name of await migrationFiles()) {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8');
    const built = [...upOf(text).matchAll(/CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/gi)].map(([, index]) => index);
    if (built.length === 0) continue;
    // An invalid index stays behind.
    const dropped = built.filter((index) => text.includes(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`));
    const isOutside = /export const config = \{ transaction: false \}/.test(text);
    expect({ name, dropped, isOutside }).toEqual({ name, dropped: built, isOutside: true });
  }
});

// As in pg_restore, autovacuum and pg_upgrade.
it('finds everything with an empty search_path', async () => {
  const { pool } = database();
  await pool.query(`INSERT INTO shops (slug, latitude, longitude) VALUES ('somewhere', 12.9, 77.6)`);
  const client = await pool.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    await client.query(`BEGIN; SET LOCAL search_path = ''`);
    for (const { name } of tables) await client.query(`REINDEX TABLE ${name}; ANALYZE ${name}`);
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
});

// PostgreSQL 15 has extensions whose functions fail there, newer ones do not: the test above finds them only on 15.
it('uses no function in an index, a constraint or a column whose text, not its parsed body, is read again with the search_path of then', async () => {
  const { rows } = await database().pool.query(
    `SELECT DISTINCT p.oid::regprocedure::text AS function, d.classid::regclass::text AS "usedBy"
     FROM pg_depend d JOIN pg_proc p ON p.oid = d.refobjid JOIN pg_language l ON l.oid = p.prolang
     WHERE d.refclassid = 'pg_proc'::regclass AND d.deptype = 'n' AND l.lanname NOT IN ('c', 'internal')
       AND d.classid IN ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
       AND p.prosqlbody IS NULL
       -- A constraint of the extension's own type.
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE d.classid = 'pg_constraint'::regclass AND c.oid = d.objid AND c.contypid <> 0)`,
  );
  expect(rows).toEqual([]);
});

it('gives every function in PL/pgSQL a search_path of its own', async () => {
  const { rows } = await database().pool.query(
    `SELECT p.oid::regprocedure::text AS function FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'plpgsql'
       AND NOT EXISTS (SELECT FROM unnest(p.proconfig) setting WHERE setting LIKE 'search_path=%')`,
  );
  // CREATE OR REPLACE FUNCTION forgets it: write SET search_path FROM CURRENT behind LANGUAGE plpgsql.
  expect(rows).toEqual([]);
});
