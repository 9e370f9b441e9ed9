import { PROBLEM_COLUMNS, PRODUCT_COLUMNS, type ProductColumn } from '@haat/contract/rules/import-columns';
import { type CsvRow, readCsv } from '../../csv/read-csv.ts';
import { unreadable } from '../../csv/unreadable.ts';

/** `columns`: what each cell of a row is, undefined for one to read past; `ignored`: the names of those that nobody knows. */
export type ImportTable = { columns: (ProductColumn | undefined)[]; ignored: string[]; rows: CsvRow[] };

const MOST_IGNORED = 20;

/** The rows of an import and what its columns are. Throws `file_unreadable` for what is no list of products. */
export async function readRows(text: string): Promise<ImportTable> {
  const { header, rows } = await readCsv(text);
  const names = header.map((name) => name.trim());
  const columns = names.map((name) => PRODUCT_COLUMNS.find((each) => each === name.toLowerCase()));
  const known = columns.filter((column) => column !== undefined);
  if (!known.includes('name') && !known.includes('variant_id')) throw unreadable('columns_missing');
  if (new Set(known).size < known.length) throw unreadable('column_twice');
  if (rows.length === 0) throw unreadable('empty');
  const isOurs = (name: string) => PROBLEM_COLUMNS.some((each) => each === name.toLowerCase());
  const ignored = names.filter((name, at) => name !== '' && !columns[at] && !isOurs(name));
  return { columns, rows, ignored: ignored.slice(0, MOST_IGNORED).map((name) => name.slice(0, 60)) };
}
