import { expect, it } from 'vitest';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import { buildPlan } from './plan-import.ts';
import type { ImportRow } from './import-row.ts';

type Variant = ShopProduct['variants'][number];

const pieces = (amount: number) => ({ amount, unit: 'piece' as const });

let made = 0;
const option = (name: string | undefined) => (name === undefined ? null : { id: (made += 1), name });

function variant(id: number, changes: Partial<Variant> & { of?: string; in?: string } = {}): Variant {
  const { of: size, in: unit, ...rest } = changes;
  return {
    id,
    price: 50,
    mrp: null,
    stock: 10,
    stock_amount: 10,
    stock_unit: 'piece',
    content: 1,
    barcode: null,
    low_at: 5,
    size: option(size),
    color: null,
    unit: option(unit),
    ...rest,
  };
}

function product(id: number, changes: Partial<ShopProduct> = {}): ShopProduct {
  return {
    id,
    name: `Product ${id}`,
    description: null,
    category: 'Dairy',
    subcategory: 'Ghee',
    published: true,
    variants: [variant(id * 10)],
    ...changes,
  } as ShopProduct;
}

const GHEE = product(1, {
  name: 'Ghee',
  variants: [variant(10, { in: '500 g', barcode: '8901234567890' }), variant(11, { in: '1 kg' })],
});
const MILK = product(2, { name: 'Milk' });
const NAMES = { categories: ['Dairy', 'Dairy › Ghee'], units: ['500 g', '1 kg'] };

const planOf = (rows: Omit<ImportRow, 'row'>[], seen = new Map<number, number>()) =>
  buildPlan(
    rows.map((row, at) => ({ row: at + 2, ...row })),
    { products: [GHEE, MILK], names: NAMES, seen, refusesUnusual: false },
  );

const problemsOf = (rows: Omit<ImportRow, 'row'>[]) =>
  planOf(rows).expected.problems.map(({ row, column, code }) => [row, column, code]);

const countsOf = (rows: Omit<ImportRow, 'row'>[]) => {
  const { created, changed, unchanged, problems } = planOf(rows).expected;
  return [created, changed, unchanged, problems.length];
};

it.each<[string, Omit<ImportRow, 'row'>, number | null | undefined, number | null]>([
  ['the id of the variant', { variant_id: 11, name: 'Renamed' }, 1, 11],
  ['the barcode', { barcode: '8901234567890', name: 'Renamed' }, 1, 10],
  ['the product and the unit', { product_id: 1, unit: '1 KG', price: 90 }, 1, 11],
  ['name and unit, whatever their capitals', { name: 'GHEE', unit: '500 G', price: 90 }, 1, 10],
  ['the name alone, when there is one variant', { name: 'milk', price: 90 }, 2, 20],
  ['the name, for a variant that is new', { name: 'Ghee', unit: '5 kg', price: 90 }, 1, null],
  ['nothing, for a product that is new', { name: 'Curd', price: 90 }, null, null],
])('matches a row by %s', (_by, row, productId, variantId) => {
  const { todo, expected } = planOf([row]);
  expect(expected.problems).toEqual([]);
  expect(todo).toMatchObject([{ productId, rows: [{ variantId }] }]);
});

it('groups the rows of one product, wherever they are', () => {
  const rows = [
    { name: 'Curd', unit: '500 g', price: 30 },
    { name: 'Ghee', unit: '1 kg', price: 600 },
    { name: 'curd', unit: '1 kg', price: 55 },
    { variant_id: 10, price: 320 },
  ];
  expect(planOf(rows).todo.map((group) => group.rows.map(({ row }) => row.row))).toEqual([
    [2, 4],
    [3, 5],
  ]);
  expect(countsOf(rows)).toEqual([2, 2, 0, 0]);
});

it('a cell that is empty, or equals the current value, changes nothing', () => {
  expect(
    countsOf([
      { variant_id: 10 },
      {
        product_id: 1,
        variant_id: 11,
        name: 'Ghee',
        category: 'dairy',
        subcategory: 'Ghee',
        unit: '1 kg',
        price: 50,
        stock: pieces(10),
      },
      { name: 'milk', published: true },
    ]),
  ).toEqual([0, 0, 3, 0]);
});

it('a clearing cell is a change, except where there is no value', () => {
  const full = variant(30, { of: 'M', in: '1 kg', mrp: 60, barcode: '96385074' });
  const shirt = product(3, { name: 'Shirt', description: 'Cotton', variants: [full] });
  const nothing = { description: null, subcategory: null, size: null, unit: null, mrp: null, barcode: null };
  const rows = [
    { row: 2, name: 'shirt', ...nothing },
    { row: 3, name: 'Milk', size: null, unit: null, mrp: null, barcode: null, description: null },
    { row: 4, name: 'Curd', price: 30, ...nothing },
  ];
  const { expected, changes } = buildPlan(rows, {
    products: [shirt, MILK],
    names: NAMES,
    seen: new Map(),
    refusesUnusual: false,
  });
  expect(expected).toMatchObject({ created: 1, changed: 1, unchanged: 1, problems: [] });
  expect(changes[0]?.cells).toEqual([
    { column: 'description', before: 'Cotton', after: '' },
    { column: 'subcategory', before: 'Ghee', after: '' },
    { column: 'size', before: 'M', after: '' },
    { column: 'unit', before: '1 kg', after: '' },
    { column: 'mrp', before: '60.00', after: '' },
    { column: 'barcode', before: '96385074', after: '' },
  ]);
  expect(changes[1]?.cells.map(({ column }) => column)).toEqual(['name', 'price']);
});

it.each<[string, Omit<ImportRow, 'row'>[], unknown[]]>([
  [
    'options that were taken away from two variants',
    [
      { variant_id: 10, unit: null },
      { variant_id: 11, unit: null },
    ],
    [3, null, 'choice_twice'],
  ],
  ['an option to take away from one of several', [{ name: 'Ghee', unit: null }], [2, null, 'variant_unclear']],
  ['an unknown variant', [{ variant_id: 99 }], [2, 'variant_id', 'variant_unknown']],
  ['an unknown product', [{ product_id: 99, name: 'x' }], [2, 'product_id', 'product_unknown']],
  ['a variant of another product', [{ product_id: 2, variant_id: 10 }], [2, 'product_id', 'product_unknown']],
  ['a barcode of another product', [{ variant_id: 20, barcode: '8901234567890' }], [2, 'barcode', 'barcode_taken']],
  ['a barcode of another variant', [{ variant_id: 11, barcode: '8901234567890' }], [2, 'barcode', 'barcode_taken']],
  [
    'a barcode twice',
    [
      { name: 'A', price: 1, barcode: '96385074' },
      { name: 'B', price: 1, barcode: '96385074' },
    ],
    [3, 'barcode', 'barcode_twice'],
  ],
  [
    'a variant twice',
    [
      { variant_id: 20, price: 1 },
      { name: 'Milk', price: 2 },
    ],
    [3, null, 'row_twice'],
  ],
  ['a choice twice', [{ variant_id: 11, unit: '500 g' }], [2, null, 'choice_twice']],
  [
    'a new choice twice',
    [
      { name: 'Curd', unit: '1 kg', price: 1 },
      { name: 'Curd', unit: '1 KG', price: 2 },
    ],
    [3, null, 'choice_twice'],
  ],
  ['one of several variants', [{ name: 'Ghee', price: 1 }], [2, null, 'variant_unclear']],
  ['no name', [{ price: 1 }], [2, 'name', 'name_missing']],
  ['no price', [{ name: 'Curd' }], [2, 'price', 'price_missing']],
  ['a price above the MRP', [{ name: 'Curd', price: 60, mrp: 50 }], [2, 'price', 'price_high']],
  ['an MRP below the price', [{ variant_id: 20, mrp: 40 }], [2, 'mrp', 'mrp_low']],
  ['a subcategory of nothing', [{ name: 'Curd', price: 1, subcategory: 'Sour' }], [2, 'subcategory', 'parent_missing']],
  [
    'two names for one product',
    [
      { variant_id: 10, name: 'A2 ghee' },
      { variant_id: 11, name: 'Butter oil' },
    ],
    [3, 'name', 'differs'],
  ],
])('reports %s', (_what, rows, problem) => {
  expect(problemsOf(rows)).toEqual([problem]);
});

it('a wrong row does not affect the others of its product', () => {
  expect(
    countsOf([
      { name: 'Curd', unit: '500 g' },
      { name: 'Curd', unit: '1 kg', price: 55 },
      { variant_id: 10, price: 320 },
      { variant_id: 11, mrp: 1 },
    ]),
  ).toEqual([1, 1, 0, 2]);
});

it('takes a weight for what is kept by weight, packs as their contents, and asks for a conversion elsewhere', () => {
  const grams = (amount: number) => ({ amount, unit: 'g' as const });
  const { expected } = planOf([
    { name: 'Sugar', unit: '1 kg', price: 60, category: 'Dairy', stock: grams(2_500) },
    { name: 'Jaggery', price: 60, category: 'Dairy', stock: grams(2_500) },
    { variant_id: 20, stock: grams(2_500) },
  ]);
  expect(expected).toMatchObject({
    created: 1,
    problems: [
      { row: 3, column: 'stock', code: 'stock_unit' },
      { row: 4, column: 'stock', code: 'stock_unit' },
    ],
  });
});

it('does not overwrite stock that was sold since it was seen, and reports one that both changed', () => {
  const seen = new Map([[20, 12]]);
  expect(planOf([{ variant_id: 20, stock: pieces(12) }], seen).expected).toMatchObject({ changed: 0, unchanged: 1 });
  const { problems } = planOf([{ variant_id: 20, stock: pieces(40) }], seen).expected;
  expect(problems).toEqual([{ row: 2, column: 'stock', code: 'stock_changed' }]);
});

it('adds products up to the catalog limit, and still changes existing ones', () => {
  const products = [MILK, ...Array.from({ length: MAX_PRODUCTS - 2 }, (_, at) => product(100 + at))];
  const rows = [
    { row: 2, name: 'Last', price: 30 },
    { row: 3, name: 'Too many', unit: '500 g', price: 30 },
    { row: 4, variant_id: 20, price: 28 },
    { row: 5, name: 'Too many', unit: '1 kg', price: 55 },
  ];
  const { todo, expected } = buildPlan(rows, { products, names: NAMES, seen: new Map(), refusesUnusual: false });
  expect(todo.map((group) => group.rows.map(({ row }) => row.row))).toEqual([[2], [4]]);
  expect(expected).toMatchObject({ created: 1, changed: 1 });
  expect(expected.problems).toEqual([3, 5].map((row) => ({ row, column: null, code: 'catalog_limit_reached' })));
});

it('lists new categories and units once, and each change with its old and new value', () => {
  const { findings, changes } = planOf([
    { name: 'Soap', category: 'Care', subcategory: 'Bath', unit: 'bar', price: 30 },
    { name: 'Oil', category: 'care', unit: 'BAR', price: 30 },
    { variant_id: 20, category: 'Dairy', subcategory: 'Fresh', price: 28.5 },
  ]);
  expect(findings.newCategories).toEqual(['Care', 'Care › Bath', 'Dairy › Fresh']);
  expect(findings.newUnits).toEqual(['bar']);
  expect(changes.at(-1)).toEqual({
    row: 4,
    name: 'Milk',
    kind: 'changed',
    cells: [
      { column: 'subcategory', before: 'Ghee', after: 'Fresh' },
      { column: 'price', before: '50.00', after: '28.50' },
    ],
  });
});
