import { database } from '../db/database.ts';

/**
 * A checksum of every table, including the queues' tables: the number of rows and the sum of their transaction ids. Equal before
 * and after: no row was added, changed or removed.
 */
export async function tableChecksums(): Promise<Record<string, string>> {
  const { pool } = database();
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'bullmq')`,
  );
  const counts = tables.map(
    ({ name }) => `SELECT '${name}', count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM ${name}`,
  );
  const { rows } = await pool.query<[string, string]>({ text: counts.join(' UNION ALL '), rowMode: 'array' });
  return Object.fromEntries(rows);
}
