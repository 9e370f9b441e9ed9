import { expect, it } from 'vitest';
import { newLine } from './purchase-draft.ts';
import { questionKey, unusualLines } from './unusual-lines.ts';

const line = (quantity: number, cost: number, price = '') => ({
  ...newLine({ stock_unit: 'piece', content: 1, variant_id: 7, name: 'Milk', option: null, quantity, cost }),
  price,
});
const USUAL = { variant_id: 7, quantity: 24, cost: 25.5, price: 30 };
const kinds = (...of: Parameters<typeof unusualLines>) => unusualLines(...of).map(({ kind, usual }) => [kind, usual]);

it('asks about ten times and a tenth of the usual quantity and cost', () => {
  expect(kinds([line(240, 25.5)], [USUAL])).toEqual([['quantity', 24]]);
  expect(kinds([line(2, 255)], [USUAL])).toEqual([
    ['quantity', 24],
    ['cost', 25.5],
  ]);
  expect(kinds([line(24, 0)], [USUAL])).toEqual([['cost', 25.5]]);
  expect(kinds([line(239, 254.99)], [USUAL])).toEqual([]);
  expect(kinds([line(3, 2.56)], [USUAL])).toEqual([]);
});

it('compares the cost of what was never bought with its selling price, the new one where there is one', () => {
  const never = { ...USUAL, quantity: null, cost: null };
  expect(kinds([line(500, 300)], [never])).toEqual([['costOfPrice', 30]]);
  expect(kinds([line(500, 300, '320')], [never])).toEqual([]);
  expect(kinds([line(500, 25)], [never])).toEqual([]);
  expect(kinds([line(500, 300)], [])).toEqual([]);
});

it('has another key for another number', () => {
  const [first, second] = [unusualLines([line(240, 25)], [USUAL]), unusualLines([line(250, 25)], [USUAL])];
  expect(questionKey(first[0]!)).toBe(questionKey(unusualLines([line(240, 26)], [USUAL])[0]!));
  expect(questionKey(first[0]!)).not.toBe(questionKey(second[0]!));
});
