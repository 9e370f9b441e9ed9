import type { ProductColumn } from '@haat/contract/rules/import-columns';
import type { ImportProblem } from '@haat/contract/rules/import-problem';

/** What a row says, cell by cell; an empty cell says nothing. Money in rupees, as the forms have it. */
export type ImportRow = {
  /** Its number in the spreadsheet. */
  row: number;
  product_id?: number;
  variant_id?: number;
  name?: string;
  description?: string;
  category?: string;
  subcategory?: string;
  size?: string;
  color?: string;
  unit?: string;
  price?: number;
  mrp?: number;
  stock?: number;
  barcode?: string;
  published?: boolean;
};

/** What is wrong with a row; `column` null: with the row as a whole. */
export type FoundProblem = { row: number; column: ProductColumn | null; code: ImportProblem };

export const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase();
