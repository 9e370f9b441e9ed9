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

/** A cell with this word takes away what is there; an empty cell leaves it as it is. */
export const CLEARING = '(empty)';
/** The columns in which it may stand. */
export const CLEARABLE_COLUMNS = ['description', 'subcategory', 'size', 'color', 'unit', 'mrp', 'barcode'] as const;

/** What the file of wrong rows has before the row itself; an import reads past them, so that the mended file can be sent as it is. */
export const PROBLEM_COLUMNS = ['row', 'column', 'problem'] as const;

/** How large a file may be. */
export const MOST_IMPORT_BYTES = 5 * 1024 * 1024;
/** How many rows below the header one may have. */
export const MOST_IMPORT_ROWS = 5_000;
