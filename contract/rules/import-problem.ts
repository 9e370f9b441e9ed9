import { MOST_PRODUCTS } from './most-products.ts';

/** What may be wrong with a cell or a row of an import, in the words of the file of wrong rows. The list is closed. */
export const IMPORT_PROBLEMS = {
  barcode: 'must be the number under the bars: 8, 12, 13 or 14 digits, the last one being right',
  barcode_taken: 'belongs to another product of the shop',
  barcode_twice: 'stands in another row as well',
  cells: 'The row has more cells than there are columns',
  changed_meanwhile: 'was changed by somebody else meanwhile; please import the row again',
  choice_twice: 'The product would have two variants of the same size, color and unit',
  description: 'must have at most 2,000 characters',
  differs: 'Another row of the same product says something else',
  id: 'must be a number of the export, or empty',
  mrp_low: 'must not be below the price',
  name: 'must be one line of at most 120 characters',
  name_missing: 'A new product needs a name',
  never_empty: 'can be changed, but not taken away',
  option: 'must be one line of at most 60 characters',
  parent_missing: 'A subcategory needs its category',
  price: 'must be rupees with at most two decimals and nothing else, such as 1250 or 49.50',
  price_high: 'must not be above the printed maximum (MRP)',
  price_missing: 'A new product needs a price',
  product_unknown: 'is none of the products of this shop; leave it empty for a new one',
  published: 'must be yes or no',
  row_twice: 'Another row is about the same variant',
  shelf_full: `A shop has at most ${MOST_PRODUCTS.toLocaleString('en')} products; there is no room for this one`,
  stock: 'must be a whole number up to 2147483647 and nothing else',
  stock_changed: 'was changed by a sale or by somebody else meanwhile; please look at it again',
  variant_unclear: 'The product has several variants: say which one by size, color, unit or barcode',
  variant_unknown: 'is none of the variants of this shop; leave it empty for a new one',
  variants: 'A product has at most 100 variants',
} as const;
export type ImportProblem = keyof typeof IMPORT_PROBLEMS;
export const IMPORT_PROBLEM_CODES = Object.keys(IMPORT_PROBLEMS) as ImportProblem[];

/** Why a whole file is refused, in words. The list is closed. */
export const IMPORT_REFUSALS = {
  column_twice: 'A column stands in the file twice.',
  columns_missing: 'The first row must name the columns; the column “name” or “variant_id” is missing.',
  empty: 'There is no row below the names of the columns.',
  encoding: 'The file is not in UTF-8. Please save it as “CSV UTF-8”.',
  not_csv: 'This is not a CSV file. Please save your table as “CSV UTF-8” and choose that file.',
  quotes: 'A quotation mark is out of place, or one is not closed.',
  spreadsheet: 'This is a spreadsheet, not a CSV file. Please save it as “CSV UTF-8” and choose that file.',
  too_many_rows: 'The file has more than 5,000 rows. Please send it in parts.',
} as const;
export type ImportRefusal = keyof typeof IMPORT_REFUSALS;
