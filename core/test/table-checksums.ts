import { database, many, sql } from '../db/database.ts';

/**
 * A checksum of every table, including the queues' tables: the number of rows and the sum of their transaction ids. Equal before
 * and after: no row was added, changed or removed. As prepared subqueries this takes 7 ms; with UNION ALL, for which PostgreSQL
 * starts parallel workers, 80 ms.
 */
export async function tableChecksums(): Promise<Record<string, string>> {
  const { rows: tables } = await database().pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'bullmq')`,
  );
  const checksums = tables.map(
    ({ name }) => `(SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM ${name})`,
  );
  const [row] = await many<object, { checksums: string[] }>(
    sql(`SELECT ARRAY[${checksums.join(', ')}] AS checksums`),
    {},
  );
  return Object.fromEntries(tables.map(({ name }, at) => [name, row?.checksums[at] ?? '']));
}
