import type { FoundProblem, ImportRow } from './import-row.ts';
import { parseRow } from './parse-row.ts';
import { readRows } from './read-rows.ts';

/** What the file of an import says: the rows without a wrong cell, and what is wrong with the others. */
export type ReadFile = { rows: ImportRow[]; problems: FoundProblem[]; ignored: string[] };

/** Reads every row of a file by the rules of its cells. Throws `file_unreadable` for what is no list of products. */
export async function readFile(text: string): Promise<ReadFile> {
  const { columns, rows, ignored } = await readRows(text);
  const parsed = rows.map((row) => parseRow(row, columns));
  return {
    rows: parsed.flatMap(({ row, problems }) => (problems.length > 0 ? [] : [row])),
    problems: parsed.flatMap(({ problems }) => problems),
    ignored,
  };
}
