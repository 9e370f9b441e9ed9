import type {
  ImportPreview,
  ImportProblemView,
  ImportRowKind,
  ImportRowView,
} from '@haat/contract/catalog/imports.calls';
import { IMPORT_PROBLEMS } from '@haat/contract/catalog/import';
import { guessColumns } from '@haat/contract/catalog/import-columns';
import type { PoolClient } from 'pg';
import { readRows } from '../../lib/csv/csv.ts';
import { many, run, sql } from '../../db/database.ts';
import { Import, ImportProblem, ImportRow } from '../../db/catalog.models.ts';
import { scanQueue } from './scan-queue.ts';
import { FIRST_ROW, openFile } from './find-table.ts';

/** Stores the effects of an import's rows, in the caller's transaction, and counts rows with an unusual price. */
export async function storeRows(
  client: PoolClient,
  importId: number,
  changes: readonly ImportPreview[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ ...change, unusual: change.cells.some(({ unusual }) => unusual) }));
  await run(STORE, { importId, rows: JSON.stringify(rows) }, client);
}

const STORE = sql<{ importId: number; rows: string }>(
  `WITH stored AS (
     INSERT INTO import_rows (import_id, row, kind, name, cells, is_unusual)
     SELECT :importId::bigint, r.row, r.kind, r.name, r.cells, r.unusual
     FROM jsonb_to_recordset(:rows::jsonb) AS r(row integer, kind text, name text, cells jsonb, unusual boolean)
     RETURNING is_unusual
   )
   UPDATE imports SET unusual = (SELECT count(*) FROM stored WHERE is_unusual) WHERE id = :importId`,
);

/** Deletes the stored rows and problems of an import, before its rows are planned again. */
export async function clearRows(client: PoolClient, id: number): Promise<void> {
  await ImportRow.query(client).where({ importId: id }).delete();
  await ImportProblem.query(client).where({ importId: id }).delete();
}

type Rows = { kind?: 'created' | 'changed' | 'unusual'; limit: number; after?: number | undefined };

/** The rows of an import that are new or change something, after the row with the number `after`. */
export async function listStoredRows(importId: number, { kind, limit, after = 0 }: Rows): Promise<ImportPreview[]> {
  const ofKind = kind === 'unusual' ? { isUnusual: true } : kind && { kind };
  return ImportRow.query()
    .select('row', 'name', 'kind', 'cells')
    .where({ importId, ...ofKind })
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit);
}

type Page = { kind: ImportRowKind; limit: number; after?: number | undefined };

/** One page of an import's rows of that kind. Rows with errors have their cells as in the file. */
export async function listRows(importId: number, { kind, limit, after }: Page): Promise<ImportRowView[]> {
  if (kind === 'failed') return scanQueue(() => listFailedRows(importId, { limit, after: after ?? 0 }));
  return (await listStoredRows(importId, { kind, limit, after })).map((row) => ({ ...row, problems: [] }));
}

async function listFailedRows(importId: number, page: { limit: number; after: number }): Promise<ImportRowView[]> {
  const problems = Map.groupBy(await many(PROBLEMS, { importId, ...page }), ({ row }) => row);
  const stored =
    problems.size > 0 ? await Import.query().findById(importId).select('file', 'layout', 'columns') : undefined;
  if (!stored) return [];
  const { table, header } = openFile(stored.file, stored.layout ?? FIRST_ROW);
  const columns = stored.columns ?? guessColumns(header);
  const failed: ImportRowView[] = [];
  const failedRows = table.rows.filter(({ row }) => problems.has(row));
  for await (const rows of readRows(table, failedRows)) {
    for (const { row, cells } of rows) {
      const found = (problems.get(row) ?? []).map(({ column, code }) => ({
        column,
        code,
        message: IMPORT_PROBLEMS[code],
      }));
      const given = columns.flatMap((column, at) =>
        column ? [{ column, before: null, after: shorten(cells[at]) }] : [],
      );
      const name = given.find(({ column }) => column === 'name')?.after ?? '';
      failed.push({ row, name, kind: 'failed', cells: given.filter(({ after }) => after !== ''), problems: found });
    }
  }
  return failed;
}

const MAX_CELL = 120;

const shorten = (cell = ''): string => (cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL)}…` : cell.trim());

type RowProblems = Pick<ImportProblemView, 'row' | 'column' | 'code'>;

const PROBLEMS = sql<{ importId: number; limit: number; after: number }, RowProblems>(
  `SELECT row, nullif(place, '') AS column, code FROM import_problems
   WHERE import_id = :importId AND row IN (
     SELECT DISTINCT row FROM import_problems WHERE import_id = :importId AND row > :after ORDER BY row LIMIT :limit)
   ORDER BY row, place, code`,
);
