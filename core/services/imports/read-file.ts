import { idParam, singleLine } from '@haat/contract/api/common';
import { multiLine } from '@haat/contract/api/common';
import { barcode, rupeesText, stockText } from '@haat/contract/api/product-forms';
import { plainNumber } from '@haat/contract/rules/plain-number';
import { PROBLEM_COLUMNS, PRODUCT_COLUMNS, type ProductColumn, type ImportProblem } from '@haat/contract/rules/import';
import * as z from 'zod';
import { type CsvRow, type CsvTable, readRows, scanCsv, unescapeFormula, unreadableFile } from '../../csv/csv.ts';
import { type ImportRow, isClearable, isClearing, type RowProblem, unescapeCell } from './import-row.ts';

/** `rows`: those without a wrong cell; `problems`: what is wrong with the others; `ignored`: the unknown columns. */
export type ParsedFile = { rows: ImportRow[]; problems: RowProblem[]; ignored: string[] };

/**
 * Parses the file of an import, with turns of the event loop in between. Throws `file_unreadable` for a file that is not a
 * list of products.
 */
export async function readFile(text: string): Promise<ParsedFile> {
  const { table, columns, ignored } = openFile(text);
  const file: ParsedFile = { rows: [], problems: [], ignored };
  for await (const rows of readRows(table)) {
    for (const { row, problems } of rows.map((each) => parseRow(each, columns))) {
      if (problems.length === 0) file.rows.push(row);
      file.problems.push(...problems);
    }
  }
  return file;
}

/** `columns`: the column of each cell, undefined for one to ignore; `ignored`: the names of unknown columns. */
type OpenedFile = { table: CsvTable; columns: (ProductColumn | undefined)[]; ignored: string[] };

const MAX_IGNORED = 20;

/**
 * Checks a file as a whole: its header, quotation marks and number of rows. Its cells are not parsed, which
 * keeps it short (see `scanCsv`). Throws `file_unreadable` for a file that is not a list of products.
 */
export function openFile(text: string): OpenedFile {
  const table = scanCsv(text);
  const names = table.header.map((name) => name.trim());
  const columns = names.map((name) => PRODUCT_COLUMNS.find((each) => each === name.toLowerCase()));
  const known = columns.filter((column) => column !== undefined);
  if (!known.includes('name') && !known.includes('variant_id')) throw unreadableFile('columns_missing');
  if (new Set(known).size < known.length) throw unreadableFile('column_twice');
  if (table.rows.length === 0) throw unreadableFile('empty');
  const isProblemColumn = (name: string) => PROBLEM_COLUMNS.some((each) => each === name.toLowerCase());
  const ignored = names.filter((name, at) => name !== '' && !columns[at] && !isProblemColumn(name));
  return { table, columns, ignored: ignored.slice(0, MAX_IGNORED).map((name) => name.slice(0, 60)) };
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

function parseRow({ row: number, cells }: CsvRow, columns: readonly (ProductColumn | undefined)[]): ParsedRow {
  const problems: RowProblem[] = [];
  const read: [ProductColumn, unknown][] = [];
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim();
    if (!column || cell === '') continue;
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
