import { toPaise } from '@haat/contract/rules/rupees';
import type { ClientBase } from 'pg';
import { insertWithIds } from './bulk-insert.ts';
import { demoCategories, demoUnits } from './demo/demo-market.ts';
import type { DemoProduct, DemoVariant } from './demo/demo-shop.ts';
import type { SeededShop } from './seed-shops.ts';

/** A variant on a shelf, with all that an order copies of it. */
export type SeededVariant = {
  id: number;
  shopId: number;
  productId: number;
  name: string;
  image: string;
  size: string | null;
  color: string | null;
  unit: string | null;
  pricePaise: number;
  stock: number;
};

type Ids = Map<string, number>;

/** The catalogue that all shops share, and what stands on their shelves. */
export async function seedProducts(client: ClientBase, shops: readonly SeededShop[]): Promise<SeededVariant[]> {
  const variants = shops.flatMap(({ demo }) => demo.products.flatMap((product) => product.variants));
  const options = {
    units: await seedNames(client, 'units', demoUnits()),
    sizes: await seedNames(client, 'sizes', namesOf(variants.map(({ size }) => size))),
    colors: await seedNames(client, 'colors', namesOf(variants.map(({ color }) => color))),
  };
  const categories = await seedCategories(client);
  const goods = shops.flatMap((shop) => shop.demo.products.map((demo) => ({ shopId: shop.id, demo })));
  const now = new Date();
  const rows = goods.map(({ shopId, demo }) => productRow(shopId, demo, { categories, now }));
  const products = await insertWithIds(client, 'products', rows);
  const onShelves = goods.flatMap(({ shopId, demo }, at) =>
    demo.variants.map((each, position) => ({ shopId, demo, each, position, productId: products[at]?.id ?? 0 })),
  );
  const inserted = await insertWithIds(
    client,
    'variants',
    onShelves.map(({ each, position, productId }) => ({
      product_id: productId,
      position,
      ...variantRow(each, options),
    })),
  );
  return onShelves.map(({ shopId, demo, each, productId }, at) => ({
    id: inserted[at]?.id ?? 0,
    shopId,
    productId,
    name: demo.name,
    image: pictureOf(demo),
    ...choiceOf(each),
    pricePaise: toPaise(each.price),
    stock: each.stock,
  }));
}

const choiceOf = ({ size, color, unit }: DemoVariant) => ({
  size: size ?? null,
  color: color ?? null,
  unit: unit ?? null,
});

const pictureOf = ({ picture }: DemoProduct) => `/uploads/${picture}-320.webp`;

const productRow = (shopId: number, product: DemoProduct, { categories, now }: { categories: Ids; now: Date }) => ({
  shop_id: shopId,
  category_id: categories.get(pathOf(product.category, product.subcategory)),
  name: product.name,
  description: product.description,
  image: pictureOf(product),
  is_published: true,
  created_at: now,
  updated_at: now,
});

const variantRow = (variant: DemoVariant, { units, sizes, colors }: Record<'units' | 'sizes' | 'colors', Ids>) => ({
  size_id: sizes.get(variant.size ?? '') ?? null,
  color_id: colors.get(variant.color ?? '') ?? null,
  unit_id: units.get(variant.unit ?? '') ?? null,
  price_paise: toPaise(variant.price),
  mrp_paise: variant.mrp === undefined ? null : toPaise(variant.mrp),
  stock: variant.stock,
  barcode: variant.barcode ?? null,
});

async function seedCategories(client: ClientBase): Promise<Ids> {
  const wanted = [...demoCategories()];
  const parents = await seedNames(
    client,
    'categories',
    wanted.map(([name]) => name),
  );
  const children = wanted.flatMap(([parent, names]) => names.map((name) => ({ parent, name })));
  const rows = await insertWithIds(
    client,
    'categories',
    children.map(({ parent, name }) => ({ name, parent_id: parents.get(parent) })),
  );
  return new Map(children.map(({ parent, name }, at) => [pathOf(parent, name), rows[at]?.id ?? 0]));
}

const pathOf = (category: string, subcategory: string) => `${category} > ${subcategory}`;

async function seedNames(client: ClientBase, table: string, names: string[]): Promise<Ids> {
  const rows = await insertWithIds(
    client,
    table,
    names.map((name) => ({ name })),
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

const namesOf = (names: (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))];
