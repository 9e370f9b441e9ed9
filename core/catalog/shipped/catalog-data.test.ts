import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PICTURES_URL, readShippedCatalog } from './catalog-data.ts';

const catalog = await readShippedCatalog();
const { categories, units, sizes, colors, products } = catalog;
const subcategories = categories.flatMap(({ subcategories: list }) => list);

const twice = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at);

it('has at least six hundred everyday products, each with a category, a unit and a drawn picture', () => {
  expect(products.length).toBeGreaterThanOrEqual(600);
  const [unitKeys, subcategoryKeys] = [units, subcategories].map((list) => new Set(list.map(({ key }) => key)));
  const incomplete = products.filter(
    ({ unit, subcategory, picture }) =>
      !unitKeys?.has(unit) ||
      !subcategoryKeys?.has(subcategory) ||
      !existsSync(new URL(`${picture}-640.webp`, PICTURES_URL)),
  );
  expect(incomplete).toEqual([]);
});

it.each(Object.entries({ ...catalog, categories: [...categories, ...subcategories] }))(
  'has each key of the %s once',
  (_, list) => expect(twice(list.map(({ key }) => key))).toEqual([]),
);

it('has each name once: a product per unit, a subcategory per category', () => {
  expect(twice(products.map(({ name, unit }) => `${name.toLowerCase()}, ${unit}`))).toEqual([]);
  for (const list of [categories, units, ...categories.map((each) => each.subcategories)]) {
    expect(twice(list.map(({ name }) => name.toLowerCase()))).toEqual([]);
  }
});

it('has Hindi names in Devanagari, and English ones without', () => {
  const named = [...categories, ...subcategories, ...products];
  expect(named.filter(({ name_hi }) => !/\p{Script=Devanagari}/u.test(name_hi))).toEqual([]);
  const all = [...named, ...units, ...sizes, ...colors];
  expect(all.filter(({ name }) => /\p{Script=Devanagari}/u.test(name) || name !== name.trim())).toEqual([]);
  expect(colors.filter(({ name_hi }) => !name_hi)).toEqual([]);
});
