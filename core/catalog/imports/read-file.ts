import { idParam, multiLine, singleLine } from '@haat/contract/common';
import { barcode, rupeesText } from '@haat/contract/catalog/product-forms.calls';
import { readStock } from '@haat/contract/catalog/stock-unit';
import { plainDigits } from '@haat/contract/plain-digits';
import { plainNumber } from '@haat/contract/plain-number';
import { tidyText } from '@haat/contract/tidy-text';
import {
  type DateReadings,
  type ImportNote,
  type ImportProblem,
  PROBLEM_COLUMNS,
  type ProductColumn,
} from '@haat/contract/catalog/import';
import { packSizeOf } from '@haat/contract/catalog/pack-size';
import { type ColumnMapping, guessColumns, measureOf } from '@haat/contract/catalog/import-columns';
import * as z from 'zod';
import type { FileLayout, Findings } from '../../db/catalog.models.ts';
import { type CsvRow, readRows, unescapeFormula } from '../../lib/csv/csv.ts';
import { DateColumns } from './date-columns.ts';
import { FIRST_ROW, headingKind, openFile } from './find-table.ts';
import { isCounted } from './guess-name.ts';
import { type ImportRow, isClearable, isClearing, isSame, type RowProblem, unescapeCell } from './import-row.ts';
import { repairCell } from './repair-cell.ts';
import { Totals } from './totals.ts';

/**
 * `rows`: the rows without a wrong cell; `problems`: the problems of the others; `ignored`: the unknown columns; `notes`: the
 * rows that were left out or repaired; `dates`: the dates in columns without dates.
 */
export type ParsedFile = {
  rows: ImportRow[];
  problems: RowProblem[];
  ignored: string[];
  notes: RowNote[];
  dates: NonNullable<Findings['dates']>;
};
export type RowNote = { row: number; code: ImportNote };

/** `dates`: how the dates of columns are read; `thisYear`: which year of a date was not typed. */
type Reading = { columns: ColumnMapping | null; layout: FileLayout | null; dates: DateReadings; thisYear: number };

/**
 * Parses the file of an import, with turns of the event loop in between. Without columns, the file is an export of ours. Throws
 * `file_unreadable` for a file that is not a table.
 */
export async function readFile(text: string, reading?: Reading): Promise<ParsedFile> {
  const { columns: mapping, layout, dates = {}, thisYear = 0 } = reading ?? {};
  const { table, header } = openFile(text, layout === null ? FIRST_ROW : layout);
  const columns = mapping ?? guessColumns(header);
  const ignored = header.filter((name, at) => name !== '' && !columns[at] && !isProblemColumn(name));
  const names = ignored.slice(0, MAX_IGNORED).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const file: ParsedFile = { rows: [], problems: [], ignored: names, notes: [], dates: [] };
  const rowParser = {
    columns,
    measures: header.map(measureOf),
    dates: new DateColumns(dates, thisYear),
    hasDecimalComma: table.delimiter === ';',
  };
  const below = table.first.filter(({ row }) => row > table.headingRow);
  const [totals, groups] = [new Totals(), new Groups(header, columns, below)];
  let [isSecond, last] = [false, table.headingRow];
  for await (const rows of readRows(table)) {
    for (const each of rows) {
      const heading = headingKind(each.cells, table.header, each.row > last + 1) ?? groups.read(each.cells);
      last = each.row;
      const total = heading ? undefined : totals.add(each.cells);
      isSecond ||= heading === 'second';
      if (isSecond) file.problems.push({ row: each.row, column: null, code: 'second_table' });
      else if (heading || total === 'sums')
        file.notes.push({ row: each.row, code: heading === 'group' ? 'group' : heading ? 'heading' : 'total' });
      if (isSecond || heading || total === 'sums') continue;
      const { row, problems, isRepaired } = parseRow({ row: each.row, cells: groups.fill(each.cells) }, rowParser);
      const group = singleLine(60).safeParse(groups.category);
      if (group.success) row.category ??= group.data;
      if (total && row.variant_id === undefined) problems.push({ row: each.row, column: null, code: 'total' });
      if (problems.length === 0) file.rows.push(row);
      if (isRepaired) file.notes.push({ row: each.row, code: 'repaired' });
      file.problems.push(...problems);
    }
  }
  return { ...file, dates: rowParser.dates.found };
}

/** Values that rows have from the rows above them: the category from a row of its own, and the name of further variants. */
class Groups {
  category: string | undefined;
  readonly #name: number;
  /** The column of web shops that is the same for the variants of a product. */
  readonly #handle: number;
  readonly #hasRows: boolean;
  #above: readonly string[] = [];

  constructor(header: readonly string[], columns: ColumnMapping, [first, second]: readonly CsvRow[]) {
    this.#name = columns.indexOf('name');
    this.#handle = header.findIndex((name) => /^handle$/i.test(name));
    const isPriced = /\d/.test(second?.cells[columns.indexOf('price')] ?? '');
    this.#hasRows = isPriced && !columns.includes('category') && this.#isName(first?.cells ?? []);
  }

  /** Whether the row is the name of a group: it has nothing else, and neither has the first row of the table. */
  read(cells: readonly string[]): 'group' | undefined {
    if (!this.#hasRows || !this.#isName(cells)) return undefined;
    this.category = cells[this.#name];
    return 'group';
  }

  #isName(cells: readonly string[]): boolean {
    return (cells[this.#name] ?? '').trim() !== '' && cells.filter((cell) => cell.trim() !== '').length === 1;
  }

  /** The cells with the name of the row above, if it is a variant of the same product. */
  fill(cells: readonly string[]): string[] {
    const handle = (cells[this.#handle] ?? '').trim();
    const isSame = handle !== '' && handle === this.#above[this.#handle]?.trim() && !cells[this.#name]?.trim();
    const filled = cells.map((cell, at) => (isSame && at === this.#name ? (this.#above[at] ?? '') : cell));
    this.#above = filled;
    return filled;
  }
}

const MAX_IGNORED = 20;
export const MAX_NAME_LENGTH = 60;

/** Whether a column is an additional one of the file of wrong rows. */
export const isProblemColumn = (name: string): boolean =>
  PROBLEM_COLUMNS.some((each) => each === name.trim().toLowerCase());

type Rule = { schema: z.ZodType; problem: ImportProblem };

const idCell: Rule = { schema: idParam, problem: 'id' };
const option: Rule = { schema: singleLine(60), problem: 'option' };
// Tables are often filled with amounts as a shop writes them.
const written = z.string().transform((text) => plainNumber(text.replace(/\s+only\.?$/i, '')));
const price: Rule = { schema: written.pipe(rupeesText), problem: 'price' };
/** Whether a cell is one of the words for yes and no. */
export const isYesOrNo = (cell: string): boolean => yesOrNo.safeParse(cell.trim()).success;

const stock = z.string().transform((text, context) => {
  const count = plainCount(text);
  const amount = readStock(plainNumber(count)) ?? readStock(count);
  if (!amount) context.addIssue({ code: 'custom' });
  return amount ?? z.NEVER;
});
const YES = 'yes y true t 1 on enabled enable active visible shown show published available हाँ हां हा'.split(' ');
const NO = 'no n false f 0 -1 off disabled disable inactive hidden hide unpublished draft unavailable नहीं नही ना'.split(
  ' ',
);
const yesOrNo = z
  .string()
  // As in VISIBLE (ON).
  .transform((text) =>
    text
      .replace(/\s*\([^)]*\)$/, '')
      .toLowerCase()
      .normalize('NFC'),
  )
  .pipe(z.enum([...YES, ...NO]))
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
  stock: { schema: stock, problem: 'stock' },
  barcode: { schema: barcode, problem: 'barcode' },
  published: { schema: yesOrNo, problem: 'published' },
};

type ParsedRow = { row: ImportRow; problems: RowProblem[]; isRepaired: boolean };
/** `hasDecimalComma`: cells are separated by semicolons, as where `155,00` is written for 155.00. */
type RowParser = {
  columns: ColumnMapping;
  measures: (string | undefined)[];
  dates: DateColumns;
  hasDecimalComma: boolean;
};

function parseRow({ row: number, cells }: CsvRow, parser: RowParser): ParsedRow {
  const { columns, measures, dates, hasDecimalComma } = parser;
  const problems: RowProblem[] = [];
  const read: [keyof ImportRow, unknown][] = [];
  const pers: { column: ProductColumn; per: string }[] = [];
  let isRepaired = false;
  for (const [at, column] of columns.entries()) {
    if (!column || (cells[at] ?? '').trim() === '') continue;
    const cell = repairCell(cells[at] ?? '', column);
    if ('problem' in cell) problems.push({ row: number, column, code: cell.problem });
    if ('shortened' in cell) read.push(['shortened', cell.shortened]);
    if (!('text' in cell) || tidyText(cell.text) === '') continue;
    isRepaired ||= cell.isRepaired;
    if (isClearing(cell.text)) {
      if (isClearable(column)) read.push([column, null]);
      else problems.push({ row: number, column, code: 'never_empty' });
      continue;
    }
    const dated = dates.read(unescapeCell(unescapeFormula(cell.text)), at, column);
    // Of a weight, the heading may name the unit.
    const measured = column === 'unit' && measures[at] && /^[\d.]+$/.test(dated) ? `${dated} ${measures[at]}` : dated;
    const tidied = column === 'description' ? measured : tidyText(measured);
    const { schema, problem } = RULES[column];
    const isAmount = schema === price.schema;
    const [text, per]: [amount: string, per?: string] = isAmount ? readAmount(tidied, hasDecimalComma) : [tidied];
    if (per !== undefined) pers.push({ column, per });
    const result = schema.safeParse(text);
    if (result.success) read.push([column, result.data]);
    else problems.push({ row: number, column, code: problem });
  }
  const isTooLong = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  if (isTooLong) problems.push({ row: number, column: null, code: 'cells' });
  const row: ImportRow = { row: number, ...Object.fromEntries(read) };
  for (const { column, per } of pers) {
    row.unit ??= per;
    if (!isSameSize(row.unit, per)) problems.push({ row: number, column, code: 'price' });
  }
  // Shops sell at the printed price, unless the file has another one.
  if (row.mrp && !columns.includes('price')) row.price_if_new = row.mrp;
  return { row, problems, isRepaired };
}

// `24 Nos`, `12.000 PKT.`, `30.0`
const COUNT = /^(\d[\d,]*)(?:\.0+)?(?:\s*(\p{L}[\p{L}\p{M}]*)\.?)?$/u;

/** A count without decimals and without the unit that programs write behind it; any other text as it is. */
function plainCount(cell: string): string {
  const [, count, unit] = COUNT.exec(plainDigits(cell.trim())) ?? [];
  return count !== undefined && (unit === undefined || isCounted(unit)) ? count : cell;
}

// `95.00/kg`, `Rs. 620 per ltr`, `38 / Pcs`
const PER = /^(.*\d.*?)\s*(?:\/|\bper\b)\s*(\p{L}[\p{L}\p{M}]*)\.?$/iu;

/** The amount of a price, and the unit that it is for. */
function readAmount(cell: string, hasDecimalComma: boolean): [amount: string, per?: string] {
  const [, amount = cell, per] = PER.exec(cell) ?? [];
  const isDecimal = hasDecimalComma && /^[^\d,]*[\d.]+,\d{1,2}(?!\d)/.test(amount);
  const plain = isDecimal ? amount.replaceAll(/(?<=\d)\.(?=\d{3}\b)/g, '').replace(',', '.') : amount;
  return per === undefined ? [plain] : [plain, per];
}

function isSameSize(unit: string, per: string): boolean {
  const [one, other] = [packSizeOf(unit), packSizeOf(per)];
  return one && other ? one.per === other.per && one.quantity === other.quantity : isSame(unit, per);
}
