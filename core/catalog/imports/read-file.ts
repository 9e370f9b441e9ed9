import { idParam, singleLine } from '@haat/contract/common';
import { multiLine } from '@haat/contract/common';
import { barcode, rupeesText, stockText } from '@haat/contract/catalog/product-forms.calls';
import { plainNumber } from '@haat/contract/plain-number';
import { tidyText } from '@haat/contract/tidy-text';
import { PROBLEM_COLUMNS, type ProductColumn, type ImportProblem } from '@haat/contract/catalog/import';
import { columnOfExport, type ColumnMapping, guessColumns } from '@haat/contract/catalog/import-columns';
import * as z from 'zod';
import { type CsvRow, type CsvTable, readRows, scanCsv, unescapeFormula, unreadableFile } from '../../lib/csv/csv.ts';
import { type ImportRow, isClearable, isClearing, type RowProblem, unescapeCell } from './import-row.ts';

/** `rows`: the rows without a wrong cell; `problems`: the problems of the others; `ignored`: the unknown columns. */
export type ParsedFile = { rows: ImportRow[]; problems: RowProblem[]; ignored: string[] };

/**
 * Parses the file of an import, with turns of the event loop in between. `mapping`: the meaning of its columns, null for the
 * names of an export. Throws `file_unreadable` for a file that is not a table.
 */
export async function readFile(text: string, mapping: ColumnMapping | null = null): Promise<ParsedFile> {
  const { table, header } = openFile(text);
  const columns = mapping ?? guessColumns(header);
  const ignored = header.filter((name, at) => name !== '' && !columns[at] && !isProblemColumn(name));
  const names = ignored.slice(0, MAX_IGNORED).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const file: ParsedFile = { rows: [], problems: [], ignored: names };
  for await (const rows of readRows(table)) {
    for (const { row, problems } of rows.map((each) => parseRow(each, columns))) {
      if (problems.length === 0) file.rows.push(row);
      file.problems.push(...problems);
    }
  }
  return file;
}

/** `header`: the names of the columns. */
type OpenedFile = { table: CsvTable; header: string[] };

const MAX_IGNORED = 20;
export const MAX_NAME_LENGTH = 60;

/** Whether a column is an additional one of the file of wrong rows. */
export const isProblemColumn = (name: string): boolean =>
  PROBLEM_COLUMNS.some((each) => each === name.trim().toLowerCase());

/**
 * Checks a file as a whole: its header, quotation marks and number of rows. Its cells are not parsed, which
 * keeps it short (see `scanCsv`). Throws `file_unreadable` for a file that is not a table.
 */
export function openFile(text: string): OpenedFile {
  const table = scanCsv(text);
  const header = table.header.map((name) => name.trim());
  const known = header.map(columnOfExport).filter((column) => column !== undefined);
  if (new Set(known).size < known.length) throw unreadableFile('column_twice');
  if (table.rows.length === 0) throw unreadableFile('empty');
  return { table, header };
}

type Rule = { schema: z.ZodType; problem: ImportProblem };

const idCell: Rule = { schema: idParam, problem: 'id' };
const option: Rule = { schema: singleLine(60), problem: 'option' };
// Tables are often filled with amounts as a shop writes them.
const written = z.string().transform(plainNumber);
const price: Rule = { schema: written.pipe(rupeesText), problem: 'price' };
const YES = ['yes', 'true', '1'];
const yesOrNo = z
  .string()
  .toLowerCase()
  .pipe(z.enum([...YES, 'no', 'false', '0']))
  .transform((word) => YES.includes(word));

// The same rules as in the product form.
const RULES: Record<ProductColumn, Rule> = {
  product_id: idCell,
  variant_id: idCell,
  name: { schema: singleLine(120), problem: 'name' },
  description: { schema: multiLine(2000), problem: 'description' },
  category: option,
  subcategory: option,
  size: option,
  color: option,
  unit: option,
  price,
  mrp: price,
  stock: { schema: written.pipe(stockText), problem: 'stock' },
  barcode: { schema: barcode, problem: 'barcode' },
  published: { schema: yesOrNo, problem: 'published' },
};

type ParsedRow = { row: ImportRow; problems: RowProblem[] };

function parseRow({ row: number, cells }: CsvRow, columns: ColumnMapping): ParsedRow {
  const problems: RowProblem[] = [];
  const read: [ProductColumn, unknown][] = [];
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim();
    if (!column || tidyText(cell) === '') continue;
    if (isClearing(cell)) {
      if (isClearable(column)) read.push([column, null]);
      else problems.push({ row: number, column, code: 'never_empty' });
      continue;
    }
    const text = unescapeCell(unescapeFormula(cell));
    const { schema, problem } = RULES[column];
    const result = schema.safeParse(text);
    if (result.success) read.push([column, result.data]);
    else problems.push({ row: number, column, code: problem });
  }
  const isTooLong = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  if (isTooLong) problems.push({ row: number, column: null, code: 'cells' });
  return { row: { row: number, ...Object.fromEntries(read) }, problems };
}
