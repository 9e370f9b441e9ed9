import type { Readable } from 'node:stream';
import type { ImportProblemView } from '@haat/contract/api/imports.schema';
import { PROBLEM_COLUMNS } from '@haat/contract/rules/import-columns';
import { database } from '../../db/database.ts';
import { unguarded } from '../../csv/formula-guard.ts';
import { readCsv } from '../../csv/read-csv.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { findImportRecord, type ImportRequest } from './find-import.ts';
import { listProblems } from './list-problems.ts';

/**
 * The rows of an import that were left out, as CSV: the number of the row, the columns that are wrong and why, then the row
 * as it was, so that the mended file can be imported as it is. Throws what `findImport` does.
 */
export async function exportProblems(request: ImportRequest): Promise<{ csv: Readable; fileName: string }> {
  const { id } = await findImportRecord(request);
  const { rows } = await database().pool.query<{ file: string }>('SELECT file FROM imports WHERE id = $1', [id]);
  const table = await readCsv(rows[0]?.file ?? '');
  const ofRow = Map.groupBy(await listProblems(id), ({ row }) => row);
  // Those of a file of wrong rows that was sent again are told anew.
  const kept = table.header.flatMap((name, at) => (isOurs(name) ? [] : [at]));
  const lines = table.rows.flatMap(({ row, cells }) => {
    const problems = ofRow.get(row);
    if (!problems) return [];
    return [[String(row), ...inWords(problems), ...asTheyWere(cells, { kept, columns: table.header.length })]];
  });
  const columns = [...PROBLEM_COLUMNS, ...kept.map((at) => unguarded(table.header[at] ?? ''))];
  return { csv: writeCsv(columns, lines), fileName: `import-${id}-errors.csv` };
}

const isOurs = (name: string): boolean => PROBLEM_COLUMNS.some((each) => each === name.trim().toLowerCase());

/** The cells that are kept, and what stands beyond the last column: it is what a row that is too long is about. */
function asTheyWere(cells: string[], { kept, columns }: { kept: number[]; columns: number }): string[] {
  const beyond = cells.slice(columns);
  const last = beyond.findLastIndex((cell) => cell.trim() !== '');
  return [...kept.map((at) => cells[at] ?? ''), ...beyond.slice(0, last + 1)].map((cell) => unguarded(cell));
}

function inWords(problems: ImportProblemView[]): [columns: string, words: string] {
  const columns = new Set(problems.flatMap(({ column }) => column ?? []));
  const words = problems.map(({ column, message }) => (column ? `${column} ${message}` : message));
  return [[...columns].join(', '), words.join('; ')];
}
