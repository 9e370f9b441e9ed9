import { idParam, line } from '@haat/contract/api/common.schema';
import { barcode, prose, rupeesText, stockText } from '@haat/contract/api/product-forms.schema';
import type { ProductColumn } from '@haat/contract/rules/import-columns';
import type { ImportProblem } from '@haat/contract/rules/import-problem';
import * as z from 'zod';
import { unguarded } from '../../csv/formula-guard.ts';
import type { CsvRow } from '../../csv/read-csv.ts';
import { cellText, isClearable, isClearing } from './clearing-cell.ts';
import type { FoundProblem, ImportRow } from './import-row.ts';

type Rule = { schema: z.ZodType; problem: ImportProblem };

const idCell: Rule = { schema: idParam, problem: 'id' };
const option: Rule = { schema: line(60), problem: 'option' };
const price: Rule = { schema: rupeesText, problem: 'price' };
const YES = ['yes', 'true', '1'];
const yesOrNo = z
  .string()
  .toLowerCase()
  .pipe(z.enum([...YES, 'no', 'false', '0']))
  .transform((word) => YES.includes(word));

// The rules of the forms, each for its cell.
const RULES: Record<ProductColumn, Rule> = {
  product_id: idCell,
  variant_id: idCell,
  name: { schema: line(120), problem: 'name' },
  description: { schema: prose(2000), problem: 'description' },
  category: option,
  subcategory: option,
  size: option,
  color: option,
  unit: option,
  price,
  mrp: price,
  stock: { schema: stockText, problem: 'stock' },
  barcode: { schema: barcode, problem: 'barcode' },
  published: { schema: yesOrNo, problem: 'published' },
};

type Parsed = { row: ImportRow; problems: FoundProblem[] };

/** What the cells of a row say and what is wrong with them. `columns`: what each cell is, undefined for one to read past. */
export function parseRow({ row: number, cells }: CsvRow, columns: readonly (ProductColumn | undefined)[]): Parsed {
  const problems: FoundProblem[] = [];
  const read: [ProductColumn, unknown][] = [];
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim();
    if (!column || cell === '') continue;
    if (isClearing(cell)) {
      if (isClearable(column)) read.push([column, null]);
      else problems.push({ row: number, column, code: 'never_empty' });
      continue;
    }
    const text = cellText(unguarded(cell));
    const { schema, problem } = RULES[column];
    const result = schema.safeParse(text);
    if (result.success) read.push([column, result.data]);
    else problems.push({ row: number, column, code: problem });
  }
  const isTooLong = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  if (isTooLong) problems.push({ row: number, column: null, code: 'cells' });
  return { row: { row: number, ...Object.fromEntries(read) }, problems };
}
