import type pg from 'pg';

/** An index, a constraint or a trigger of one of our tables. */
export type SchemaObject = { table: string; kind: string; name: string };

// Primary keys of partitioned tables are left out: docs/partition-orders.sql replaces them.
const ACTUAL = `
  SELECT t.relname AS table_name, o.kind, o.name
  FROM pg_class t CROSS JOIN LATERAL (
    SELECT 'index' AS kind, i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indrelid = t.oid AND NOT x.indisprimary AND x.indisvalid
    UNION ALL
    SELECT 'constraint', c.conname FROM pg_constraint c WHERE c.conrelid = t.oid
      AND (c.contype IN ('c', 'f', 'u', 'x') OR c.contype = 'p' AND t.relkind = 'r')
    UNION ALL
    SELECT 'trigger', g.tgname FROM pg_trigger g WHERE g.tgrelid = t.oid AND NOT g.tgisinternal
  ) o
  WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p')`;

const MISSING = `
  SELECT table_name AS "table", kind, name FROM schema_objects
  WHERE (table_name, kind, name) NOT IN (${ACTUAL})
    AND NOT (name LIKE '%\\_pkey' AND (SELECT relkind FROM pg_class WHERE oid = to_regclass(quote_ident(table_name))) = 'p')
  ORDER BY table_name, kind, name`;

/** The objects of the migrations that the database lacks, such as after a restore that failed halfway. */
export async function missingObjects(client: pg.ClientBase): Promise<SchemaObject[]> {
  const { rows } = await client.query<{ isRecorded: boolean }>(
    `SELECT to_regclass('schema_objects') IS NOT NULL AS "isRecorded"`,
  );
  return rows[0]?.isRecorded ? (await client.query<SchemaObject>(MISSING)).rows : [];
}

/** Records the current objects, and keeps objects that were missing before, as no migration removed them. */
export async function recordObjects(client: pg.ClientBase, missing: SchemaObject[]): Promise<void> {
  const kept = missing.map(({ table, kind, name }) => ({ table_name: table, kind, name }));
  await client.query(
    `WITH kept AS (SELECT * FROM json_to_recordset($1) kept(table_name text, kind text, name text)),
     present AS (${ACTUAL} UNION SELECT * FROM kept),
     removed AS (DELETE FROM schema_objects o WHERE NOT EXISTS (
       SELECT FROM present p WHERE (p.table_name, p.kind, p.name) = (o.table_name, o.kind, o.name)))
     INSERT INTO schema_objects SELECT * FROM present ON CONFLICT DO NOTHING`,
    [JSON.stringify(kept)],
  );
}
