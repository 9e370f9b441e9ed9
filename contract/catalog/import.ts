import { MAX_PRODUCTS } from './product-input.ts';

/** The columns of a shop's products as CSV, in the order of the export. */
export const PRODUCT_COLUMNS = [
  'product_id',
  'variant_id',
  'name',
  'description',
  'category',
  'subcategory',
  'size',
  'color',
  'unit',
  'price',
  'mrp',
  'stock',
  'barcode',
  'published',
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** A cell with this word clears the value; an empty cell leaves it unchanged. */
export const CLEAR_VALUE = '(empty)';
/** The columns that can be cleared. */
export const CLEARABLE_COLUMNS = ['description', 'subcategory', 'size', 'color', 'unit', 'mrp', 'barcode'] as const;

/** Additional columns of the error file; an import ignores them, so that the corrected file can be uploaded unchanged. */
export const PROBLEM_COLUMNS = ['row', 'column', 'problem'] as const;

/** The maximum size of a file. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
/** The maximum number of rows below the header. */
export const MAX_IMPORT_ROWS = 5_000;

/** The problems of cells and rows in an import, as worded in the error file. The list is closed. */
export const IMPORT_PROBLEMS = {
  barcode:
    'must be a valid barcode (8, 12, 13 or 14 digits with a correct check digit) or up to 20 letters, digits and hyphens',
  barcode_shortened:
    'was shortened by a spreadsheet: show the column as a number without decimals, and save the file again',
  barcode_taken: 'is used by another product of the shop',
  barcode_twice: 'is also used in another row',
  cell_error: 'has an error of the spreadsheet, such as #N/A: correct the formula, or type the value',
  cells: 'The row has more cells than there are columns',
  changed_meanwhile: 'was changed by someone else in the meantime; please import the row again',
  choice_twice: 'The product would have two variants with the same size, colour and unit',
  description: 'must have at most 2,000 characters',
  differs: 'Another row of the same product has a different value',
  garbled: 'was damaged when the file was saved: save it as Excel workbook (.xlsx) or “CSV UTF-8”',
  id: 'must be an ID from an export, or empty',
  mrp_low: 'must not be lower than the price',
  name: 'must be one line of at most 120 characters',
  name_other: 'is not the name of the product with this ID: check the file first, then confirm it',
  name_missing: 'A new product needs a name',
  never_empty: 'can be changed but not cleared',
  option: 'must be one line of at most 60 characters',
  parent_missing: 'A subcategory needs a category',
  price: 'must be an amount in rupees with at most two decimals, such as 1250 or 49.50',
  price_high: 'is above the MRP',
  price_missing: 'A new product needs a price',
  price_unusual: 'is 0, or ten times more or less than before: check the file first, then confirm it',
  product_unknown: 'is not a product of this shop; leave it empty to add a new one',
  published: 'must be yes or no',
  row_twice: 'Another row refers to the same variant',
  catalog_limit_reached: `A shop can have at most ${MAX_PRODUCTS.toLocaleString('en')} products`,
  second_table: 'The row is below another heading: import the second table as a file of its own',
  stock: 'must be a whole number, 0 or more, or a weight or volume such as 2.5 kg',
  stock_changed: 'was changed by a sale or by someone else in the meantime; please check it again',
  stock_unit:
    'is a weight or volume: a new product needs a unit such as 1 kg for it, and the stock of another one must be converted first',
  total: 'The row looks like a total, but its numbers are not the sums: leave it out, or give it another name',
  variant_unclear: 'The product has several variants: specify size, colour, unit or barcode',
  variant_unknown: 'is not a variant of this shop; leave it empty to add a new one',
  variants: 'A product has at most 100 variants',
} as const;
export type ImportProblem = keyof typeof IMPORT_PROBLEMS;
export const IMPORT_PROBLEM_CODES = Object.keys(IMPORT_PROBLEMS) as ImportProblem[];

/** What an import did with rows without refusing them. The list is closed. */
export const IMPORT_NOTES = ['total', 'heading', 'group', 'barcode_shortened', 'repaired'] as const;
export type ImportNote = (typeof IMPORT_NOTES)[number];

/** What dates stand for in a column without dates: `6-8` typed as day and month, or as month and day, or dates themselves. */
export const DATE_READINGS = ['day_month', 'month_day', 'date'] as const;
export type DateReading = (typeof DATE_READINGS)[number];
/** The readings by the positions of the columns. */
export type DateReadings = Record<string, DateReading>;

/** What may separate the cells of a text file. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The reasons for refusing a whole file, as texts. The list is closed. */
export const IMPORT_REFUSALS = {
  column_twice: 'A column appears twice in the file.',
  empty: 'There are no rows below the header.',
  encoding: 'The file is not in UTF-8. Please save it as “CSV UTF-8”.',
  not_csv: 'This is neither a CSV nor an Excel file. Please save your table as Excel workbook (.xlsx) or “CSV UTF-8”.',
  quotes: 'A quotation mark is misplaced or not closed.',
  spreadsheet: 'This kind of spreadsheet cannot be read. Please save it as Excel workbook (.xlsx) or “CSV UTF-8”.',
  spreadsheet_broken: 'The Excel file is damaged. Please open it and save it again, or save it as “CSV UTF-8”.',
  too_many_cells: 'The file has too many cells. Please delete the columns that are not needed.',
  too_much_text: 'The first sheet has more than 5 MB of text. Please upload it in parts.',
  too_many_rows: 'The file has more than 5,000 rows. Please upload it in parts.',
} as const;
export type ImportRefusal = keyof typeof IMPORT_REFUSALS;
export const IMPORT_REFUSAL_CODES = Object.keys(IMPORT_REFUSALS) as ImportRefusal[];
