import type { ProductColumn } from '@haat/contract/rules/import-columns';
import type { ImportProblem } from '@haat/contract/rules/import-problem';

/** What a row says, cell by cell; an empty cell says nothing, null takes away. Money in rupees, as the forms have it. */
export type ImportRow = {
  /** Its number in the spreadsheet. */
  row: number;
  product_id?: number;
  variant_id?: number;
  name?: string;
  description?: string | null;
  category?: string;
  subcategory?: string | null;
  size?: string | null;
  color?: string | null;
  unit?: string | null;
  price?: number;
  mrp?: number | null;
  stock?: number;
  barcode?: string | null;
  published?: boolean;
};

/** What is wrong with a row; `column` null: with the row as a whole. */
export type FoundProblem = { row: number; column: ProductColumn | null; code: ImportProblem };

/** What a cell leaves of what is there. */
export const leaves = <Value>(said: Value | undefined, there: Value): Value => (said === undefined ? there : said);

export const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase();
