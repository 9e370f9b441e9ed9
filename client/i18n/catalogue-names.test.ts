import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_MARKET, demoCategories, demoUnits } from '../../core/db/seeds/demo/demo-market.ts';
import { translateName, type NameList } from './catalogue-names.ts';

const hindi = JSON.parse(readFileSync(join(import.meta.dirname, 'hi-names.json'), 'utf8')) as NameList;
const DEVANAGARI = /\p{Script=Devanagari}/u;
// Garment sizes and waist widths are written the same in both languages.
const SAME_IN_BOTH = /^(S|M|L|XL|\d+)$/;

const variants = DEMO_MARKET.flatMap(({ products }) => products.flatMap((product) => product.variants));
const seeded = [
  ...[...demoCategories()].flat(2),
  ...demoUnits(),
  ...variants.flatMap(({ size, color }) => [size, color].filter((name) => name !== undefined)),
];

it('has a Hindi name for everything in the seeded catalogue', () => {
  const english = seeded.filter((name) => !DEVANAGARI.test(translateName(name, hindi)) && !SAME_IN_BOTH.test(name));
  expect(new Set(english)).toEqual(new Set());
});

it.each([
  ['500 g', '500 ग्राम'],
  ['4-5 years', '4-5 साल'],
  ['1 L', '1 लीटर'],
  ['9 W', '9 वॉट'],
  ['pack of 4', '4 का पैक'],
  ['flask of 500 ml', '500 मिली का फ़्लास्क'],
  ['Bakery', 'बेकरी'],
])('%s is %s', (name, translated) => expect(translateName(name, hindi)).toBe(translated));

it.each(['S', 'M', 'L', 'XL', 'W'])('leaves %s, a size and no measure, alone', (name) =>
  expect(translateName(name, hindi)).toBe(name),
);

it.each(['Grandmother’s jars', '3 spoons', 'can of 6', 'constructor'])('leaves %s, a name of a shop, alone', (name) =>
  expect(translateName(name, hindi)).toBe(name),
);
