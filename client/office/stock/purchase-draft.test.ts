import { expect, it } from 'vitest';
import { newLine, problemOfLine, quantityToBuy, toBody, totalOf, withOneMore } from './purchase-draft.ts';

const IN_PIECES = { stock_unit: 'piece' as const, content: 1 };

it.each([
  [{ stock: 2, level: 5, sold: 30 }, 17],
  [{ stock: 0, level: 5, sold: 1 }, 6],
  [{ stock: 0, level: 0, sold: 45 }, 21],
  [{ stock: 5, level: 5, sold: 0 }, 1],
  [{ stock: 0, level: 5, sold: -2 }, 5],
  // 3.6 kg in packs of 500 g.
  [{ stock: 400, level: 2_500, sold: 3_210, content: 500 }, 4_000],
])('suggests to buy what sells in two weeks above the low level: %o', (variant, quantity) => {
  expect(quantityToBuy({ content: 1, ...variant })).toBe(quantity);
});

it('adds one to the line of a variant, and puts another variant above the lines', () => {
  const [salt, rice] = [
    { ...IN_PIECES, variant_id: 1, name: 'Salt', option: null },
    { ...IN_PIECES, variant_id: 2, name: 'Rice', option: null },
  ];
  const lines = [newLine(salt)];
  expect(withOneMore(lines, rice).map(({ name }) => name)).toEqual(['Rice', 'Salt']);
  expect(withOneMore(lines, salt)).toMatchObject([{ name: 'Salt', quantity: '2' }]);
});

it('takes what is kept by weight in kilograms or items, at the cost of one', () => {
  const sugar = { variant_id: 3, name: 'Sugar', option: '1 kg', stock_unit: 'g' as const, content: 1_000, cost: 40 };
  const [line] = withOneMore([newLine(sugar)], sugar);
  expect(line).toMatchObject({ quantity: '2 kg' });
  const bought = ['52.5 kg', '3 pcs', '50'].map((quantity) => ({ ...newLine(sugar), quantity }));
  expect(totalOf(bought)).toBe(2_100 + 120 + 2_000);
  const draft = { supplier: '', invoice_number: '', invoice_date: '', lines: bought };
  expect(toBody(draft).lines.map(({ quantity, stock_unit: unit }) => `${quantity} ${unit}`)).toEqual([
    '52500 g',
    '3000 g',
    '50000 g',
  ]);
  expect(['0 kg', 'much', '2 l'].map((quantity) => problemOfLine({ ...newLine(sugar), quantity }))).toEqual([
    'quantity',
    'quantity',
    'quantity',
  ]);
});
