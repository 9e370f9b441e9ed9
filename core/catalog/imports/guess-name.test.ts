import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { guessCategory, guessSize, guessUnit, type KnownName } from './guess-name.ts';

type Shipped = { name: string; name_hi?: string; subcategories?: Shipped[] };
let categories: KnownName[] = [];
let units: KnownName[] = [];
let sizes: KnownName[] = [];
const known = (all: Shipped[], above = ''): KnownName[] =>
  all.flatMap(({ name, name_hi: nameHi = null, subcategories = [] }) => [
    { path: `${above}${name}`, nameHi },
    ...known(subcategories, `${name} › `),
  ]);
beforeAll(async () => {
  const shipped = async (file: string) =>
    JSON.parse(await readFile(new URL(`../shipped/${file}`, import.meta.url), 'utf8'));
  categories = known(await shipped('categories.json'));
  const options = await shipped('options.json');
  [units, sizes] = [known(options.units), known(options.sizes)];
});

it.each([
  ['Dairy', 'Dairy & eggs'],
  ['DAIRY AND EGGS', 'Dairy & eggs'],
  ['दालें', 'Staples › Dals & pulses'],
  ['दाल', 'Staples › Dals & pulses'],
  ['Dal & Pulses', 'Staples › Dals & pulses'],
  ['Pulses', 'Staples › Dals & pulses'],
  ['Spice', 'Staples › Spices & masalas'],
  ['मसाले', 'Staples › Spices & masalas'],
  ['Biscuits', 'Bakery › Biscuits & rusks'],
  ['Fruits', 'Vegetables & fruit'],
  ['Stationery Items', 'Stationery & books'],
  ['Dairy › Milk', 'Dairy & eggs › Milk'],
  ['Dairy › Lassi', 'Dairy & eggs › Lassi'],
  // Of several ones, or of none.
  ['Ghee', undefined],
  ['Rice', undefined],
  ['Snacks', undefined],
  ['Puja & gifts', undefined],
  ['Demo › Milk', undefined],
  ['&', undefined],
])('takes the category %s for %s', (name, path) => {
  expect(guessCategory(name, categories)).toBe(path);
});

it.each([
  ['500gms', '500 g'],
  ['500 GM', '500 g'],
  ['½ kg', '500 g'],
  ['1 किलो', '1 kg'],
  ['1ltr', '1 L'],
  ['0.5 l', '500 ml'],
  ['10GM', '10 g'],
  ['3 Pcs', '3 pieces'],
  ['KGS.', 'kg'],
  ['gm', 'g'],
  ['Nos', 'piece'],
  ['PKT-PACKETS', 'packet'],
  ['पैकेट', 'packet'],
  ['बोतल', 'bottle'],
  ['Mtr', 'metre'],
  ['Bori', undefined],
  ['1 demo', undefined],
])('takes the unit %s for %s', (name, unit) => {
  expect(guessUnit(name, units)).toBe(unit);
});

it.each([
  ['xl', 'XL'],
  ['2XL', 'XXL'],
  ['Free', 'Free size'],
  ['छोटा', 'Small'],
  ['6-8', undefined],
])('takes the size %s for %s', (name, size) => {
  expect(guessSize(name, sizes)).toBe(size);
});
