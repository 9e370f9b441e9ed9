import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { formatStock, type StockAmount } from '@haat/contract/catalog/stock-unit';
import { wordsOf } from '@haat/contract/fold-text';
import { CLEARABLE_COLUMNS, CLEAR_VALUE, type ProductColumn, type ImportProblem } from '@haat/contract/catalog/import';
import { tidyText } from '@haat/contract/tidy-text';

/** The cells of a row: an empty cell is undefined, null clears the value. Money in rupees, as in the forms. */
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
  /** The price of a new product in a file without prices. */
  price_if_new?: number;
  mrp?: number | null;
  stock?: StockAmount;
  barcode?: string | null;
  /** A barcode that a spreadsheet has shortened, such as 8.90103e+12. */
  shortened?: string;
  published?: boolean;
};

/** A problem of a row; `column` null: of the row as a whole. */
export type RowProblem = { row: number; column: ProductColumn | null; code: ImportProblem };

/** The value after a cell was applied: an empty cell leaves the current one. */
export const applyCell = <Value>(cell: Value | undefined, current: Value): Value =>
  cell === undefined ? current : cell;

export const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  sameName(one ?? '') === sameName(other ?? '');

/** Equal for names that look the same. Those stored before names were tidied may have several blanks, or invisible signs. */
export const sameName = (name: string): string => tidyText(name).toLowerCase();

/** Whether two names of a product have a word in common: it may have been renamed, or the row is about another one. */
export function sharesWord(one: string, other: string): boolean {
  const words = wordsOf(other);
  return isSame(one, other) || wordsOf(one).some((word) => words.includes(word));
}

/** Whether a cell clears the value. */
export const isClearing = (cell: string): boolean => cell.trim().toLowerCase() === CLEAR_VALUE;

export const isClearable = (column: ProductColumn): boolean => CLEARABLE_COLUMNS.some((each) => each === column);

// A text that is the clearing word itself, escaped by apostrophes.
const ESCAPED = /^'+\(empty\)$/i;

/** A stored text as a cell: one that equals the clearing word is escaped by an apostrophe. */
export const escapeCell = (text: string): string => (isClearing(text) || ESCAPED.test(text) ? `'${text}` : text);

/** The text of a cell that `escapeCell` wrote. */
export const unescapeCell = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

/** The cells of a variant with its product, as in the export. */
export function variantCells(
  product: ShopProduct,
  variant: ShopProduct['variants'][number],
): Record<ProductColumn, string | null> {
  return {
    product_id: String(product.id),
    variant_id: String(variant.id),
    name: product.name,
    description: product.description,
    category: product.category,
    subcategory: product.subcategory,
    size: variant.size?.name ?? null,
    color: variant.color?.name ?? null,
    unit: variant.unit?.name ?? null,
    price: variant.price.toFixed(2),
    mrp: variant.mrp?.toFixed(2) ?? null,
    stock: formatStock(variant.stock_amount, variant.stock_unit),
    barcode: variant.barcode,
    published: yesOrNo(product.published),
  };
}

/** The cell of a row, as the export would write it. */
export function rowCell(row: ImportRow, column: ProductColumn): string | null {
  const value = row[column];
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value === 'object') return formatStock(value.amount, value.unit);
  return column === 'price' || column === 'mrp' ? Number(value).toFixed(2) : String(value);
}

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
