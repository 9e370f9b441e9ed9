import { expect, it } from 'vitest';
import { newLine, quantityToBuy, withOneMore } from './purchase-draft.ts';

it.each([
  [{ stock: 2, level: 5, sold: 30 }, 17],
  [{ stock: 0, level: 5, sold: 1 }, 6],
  [{ stock: 0, level: 0, sold: 45 }, 21],
  [{ stock: 5, level: 5, sold: 0 }, 1],
  [{ stock: 0, level: 5, sold: -2 }, 5],
])('suggests to buy what sells in two weeks above the low level: %o', (variant, quantity) => {
  expect(quantityToBuy(variant)).toBe(quantity);
});

it('adds one to the line of a variant, and puts another variant above the lines', () => {
  const [salt, rice] = [
    { variant_id: 1, name: 'Salt', option: null },
    { variant_id: 2, name: 'Rice', option: null },
  ];
  const lines = [newLine(salt)];
  expect(withOneMore(lines, rice).map(({ name }) => name)).toEqual(['Rice', 'Salt']);
  expect(withOneMore(lines, salt)).toMatchObject([{ name: 'Salt', quantity: '2' }]);
});
