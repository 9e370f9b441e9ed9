import { foldText } from '../fold-text.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from './import.ts';

/** The catalog column of each column of the file, by position; null: the column is ignored. */
export type ColumnMapping = (ProductColumn | null)[];

// Other names that shops and their programs use for the columns.
const OTHER_NAMES: Record<ProductColumn, string> = {
  product_id: 'product no',
  variant_id: 'variant no',
  name: 'item, item name, name of item, name of the item, items, product, products, product name, name of product, article, article name, particulars, title, goods, description of goods, नाम, सामान, सामान का नाम, उत्पाद, उत्पाद का नाम, आइटम, वस्तु, माल',
  description: 'details, item description, product description, remarks, विवरण, ब्योरा',
  category:
    'group, item group, product group, stock group, department, item category, product category, श्रेणी, कैटेगरी, वर्ग, समूह',
  subcategory: 'sub category, sub group, subgroup, item sub category, सब कैटेगरी, उपश्रेणी, उप श्रेणी',
  size: 'variation name, option1 value, option 1 value, साइज़, आकार',
  color: 'colour, shade, रंग, कलर',
  unit: 'uom, u o m, unit of measure, usage unit, base unit, units, pack, packing, pack size, packaging, weight, इकाई, यूनिट, पैक, वज़न',
  price:
    'rate, regular price, selling price, sale price, sales price, sale rate, selling rate, sp, our price, unit price, price per unit, retail price, default price, variant price, दाम, रेट, भाव, मूल्य, क़ीमत, बिक्री मूल्य',
  mrp: 'm r p, max price, maximum price, max retail price, maximum retail price, printed price, list price, variant compare at price, एमआरपी, छपा दाम, अधिकतम मूल्य',
  stock:
    'qty, quantity, stock qty, stock quantity, qty in stock, in stock, on hand, stock on hand, quantity on hand, qty on hand, closing stock, closing qty, closing quantity, cl stock, cl qty, current stock, current quantity, opening stock, opening stock quantity, variant inventory qty, available, available qty, balance, balance qty, pcs, pieces, nos, स्टॉक, मात्रा, संख्या, नग',
  barcode: 'bar code, ean, ean code, ean13, ean 13, upc, gtin, item barcode, variant barcode, बारकोड, बार कोड',
  published: 'visible, active, status, show, shown, online, दिखाएँ, प्रकाशित',
};

// The unit of the amounts, which is always rupees.
const RUPEES = /\b(?:in\s+)?(?:inr|rs|rupees)\b|₹|रुपये|रु/g;

/** A name without case, accents, punctuation and bracketed text: `Rate (₹)` and `RATE.` are `rate`. */
const plainName = (name: string): string =>
  foldText(name)
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(RUPEES, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const COLUMN_NAMED = new Map<string, ProductColumn>(
  PRODUCT_COLUMNS.flatMap((column) =>
    [column, ...OTHER_NAMES[column].split(', ')].map((name) => [plainName(name), column] as const),
  ),
);

/** The column that a name stands for; in `Barcode/EAN` and `GTIN, UPC`, either part may match. */
function columnNamed(name: string): ProductColumn | undefined {
  const found = [name, ...name.split(/[/|,]/)].map((part) => COLUMN_NAMED.get(plainName(withoutPlace(part))));
  const column = found.find((each) => each !== undefined);
  // A question, as in `In stock?`, is answered by yes or no.
  return name.trim().endsWith('?') && column !== 'published' ? undefined : column;
}

/** Programs of several stores name the store after it. */
const withoutPlace = (name: string): string => name.replace(/^(current quantity) .*/i, '$1');

/** The column with exactly this name, as in an export. */
export const columnOfExport = (name: string): ProductColumn | undefined =>
  PRODUCT_COLUMNS.find((column) => column === name.trim().toLowerCase());

/**
 * Maps the columns of a file by their names in English and Hindi. Our own names take precedence; if several names have the same
 * meaning, the first one is used.
 */
export function guessColumns(header: readonly string[]): ColumnMapping {
  const ours = header.map(columnOfExport);
  const taken = new Set(ours);
  const hasRegular = header.some((name) => plainName(name) === 'regular price');
  return header.map((name, at) => {
    const own = ours[at];
    if (own) return ours.indexOf(own) === at ? own : null;
    const column = columnNamed(name);
    // Only products on offer have a sale price beside the regular one.
    const isOffer = hasRegular && plainName(name) === 'sale price';
    if (column === undefined || taken.has(column) || isOffer) return null;
    taken.add(column);
    return column;
  });
}

const MEASURES: Record<string, string> = {
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  किलो: 'kg',
  g: 'g',
  gm: 'g',
  gms: 'g',
  gram: 'g',
  grams: 'g',
  ग्राम: 'g',
  l: 'l',
  ltr: 'l',
  litre: 'l',
  litres: 'l',
  लीटर: 'l',
  ml: 'ml',
  मिली: 'ml',
  lb: 'lb',
  lbs: 'lb',
  oz: 'oz',
};

/** The unit of measure of a column in brackets, as in `Weight (kg)`, whose cells are then numbers. */
export const measureOf = (name: string): string | undefined =>
  MEASURES[foldText(/[([]([^)\]]+)[)\]]/.exec(name)?.[1]?.trim() ?? '')];

/** Whether these columns identify the product of each row. */
export const namesProducts = (mapping: ColumnMapping): boolean =>
  mapping.includes('name') || mapping.includes('variant_id') || mapping.includes('barcode');
