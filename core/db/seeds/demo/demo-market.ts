import { readFile } from 'node:fs/promises';
import type { DetailsDraft } from '@haat/contract/catalog/product-forms.calls';
import { readRows, scanCsv } from '../../../lib/csv/csv.ts';
import type { ImportRow } from '../../../catalog/imports/import-row.ts';
import { readFile as readImport } from '../../../catalog/imports/read-file.ts';

/** A choice of a product: a pack size (`unit`), or a `size` and `color`. `price` and `mrp` are rupees. */
export type DemoVariant = {
  unit?: string;
  size?: string;
  color?: string;
  price: number;
  mrp?: number;
  stock: number;
  barcode?: string;
};

/** The declarations on a product's page. A category's declarations are in `declarations.json`. */
type DemoDetails = Partial<DetailsDraft>;

/** Each of `pictures`, the main one first, is the base name of a file in `pictures/`: `{picture}-640.webp`. */
export type DemoProduct = {
  name: string;
  description: string;
  category: string;
  subcategory: string;
  pictures: string[];
  details: DemoDetails;
  variants: DemoVariant[];
};

type ShopFacts = {
  slug: string;
  name: string;
  trade: string;
  address: string;
  phone: string;
  openTime: string;
  closeTime: string;
  minimumOrder: number | null;
  acceptsOrdersWhenClosed: boolean;
  latitude: number;
  longitude: number;
  reachMetres: number;
};

/** Times are `HH:MM`; `minimumOrder` is rupees, null for the product's default. */
export type DemoShop = ShopFacts & { products: DemoProduct[] };

const open = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');

const declarations = JSON.parse(await open('declarations.json')) as Partial<Record<string, DemoDetails>>;

/** The shops of the demo market: `shops.json`, with the products of `products/{slug}.csv`. */
export const DEMO_MARKET: readonly DemoShop[] = await Promise.all(
  (JSON.parse(await open('shops.json')) as ShopFacts[]).map(async (shop) => ({
    ...shop,
    products: await readProducts(`products/${shop.slug}.csv`),
  })),
);

/**
 * The products of a file that a shop could import: a row for each variant, the facts of a product in its first row.
 * `picture` is the one column that an import ignores: one name, or several with spaces between them.
 */
async function readProducts(file: string): Promise<DemoProduct[]> {
  const text = await open(file);
  const { rows, problems } = await readImport(text);
  if (problems.length > 0) throw new Error(`${file}: ${JSON.stringify(problems)}`);
  const table = scanCsv(text);
  const at = table.header.indexOf('picture');
  const pictures = new Map<number, string>();
  for await (const lines of readRows(table)) {
    for (const { row, cells } of lines) pictures.set(row, cells[at] ?? '');
  }
  return [...Map.groupBy(rows, ({ name = '' }) => name)].map(([name, [first, ...others]]) => ({
    name,
    description: first?.description ?? '',
    category: first?.category ?? '',
    subcategory: first?.subcategory ?? '',
    pictures: (pictures.get(first?.row ?? 0) ?? '').split(' '),
    details: declarations[first?.category ?? ''] ?? {},
    variants: [...(first ? [first] : []), ...others].map(variantOf),
  }));
}

function variantOf({ unit, size, color, price = 0, mrp, stock, barcode }: ImportRow): DemoVariant {
  return {
    ...(unit && { unit }),
    ...(size && { size }),
    ...(color && { color }),
    price,
    ...(mrp && { mrp }),
    stock: stock?.amount ?? 0,
    ...(barcode && { barcode }),
  };
}
