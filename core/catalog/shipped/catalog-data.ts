import { readFile } from 'node:fs/promises';
import { readRows, scanCsv } from '../../lib/csv/csv.ts';

/** `key` never changes: by it, a later version finds the row again. */
export type ShippedName = { key: string; name: string; name_hi?: string };
export type ShippedCategory = Required<ShippedName> & { subcategories: Required<ShippedName>[] };
/** One pack of a product: `unit` is the key of its unit, `picture` the name of a drawn picture. */
export type ShippedProduct = Required<ShippedName> & { subcategory: string; unit: string; picture: string };

export type ShippedCatalog = Record<'units' | 'sizes' | 'colors', ShippedName[]> & {
  categories: ShippedCategory[];
  products: ShippedProduct[];
};

/** Folder of the drawn pictures of products, ends with a slash: `{picture}-640.webp`. */
export const PICTURES_URL = new URL('../../db/seeds/demo/pictures/', import.meta.url);

const open = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');

/**
 * The shared catalog that is shipped with the product: `categories.json`, `options.json`, and the packs of `products.csv`.
 * Its products are generic: none has a brand or a barcode.
 */
export async function readShippedCatalog(): Promise<ShippedCatalog> {
  const categories = JSON.parse(await open('categories.json')) as ShippedCategory[];
  const options = JSON.parse(await open('options.json')) as Pick<ShippedCatalog, 'units' | 'sizes' | 'colors'>;
  const keyOfUnit = new Map(options.units.map(({ name, key }) => [name, key]));
  const products: ShippedProduct[] = [];
  for await (const rows of readRows(scanCsv(await open('products.csv')))) {
    for (const { cells } of rows) {
      const [key = '', subcategory = '', name = '', name_hi = '', units = '', picture = ''] = cells;
      for (const each of units.split(';')) {
        const unit = keyOfUnit.get(each) ?? '';
        products.push({ key: `${key}/${unit}`, subcategory, name, name_hi, unit, picture });
      }
    }
  }
  return { categories, ...options, products };
}
