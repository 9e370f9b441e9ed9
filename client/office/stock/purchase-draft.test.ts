import { expect, it } from 'vitest';
import type { PurchaseView } from '@haat/contract/stock/purchases.calls';
import { newLine, problemOfLine, quantityToBuy, toBody, toCorrection, totalOf, withOneMore } from './purchase-draft.ts';

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

it.each([
  ['pieces that became kilograms', 6, IN_PIECES, { stock_unit: 'g', content: 500 }, '3000 g', 180],
  ['kilograms that became pieces', 3_000, { stock_unit: 'g', content: 500 }, IN_PIECES, '6 piece', 180],
  [
    'a pack of another weight',
    3_000,
    { stock_unit: 'g', content: 500 },
    { stock_unit: 'g', content: 750 },
    '4500 g',
    180,
  ],
  ['a stock that is kept as it was', 6, IN_PIECES, IN_PIECES, '6 piece', 180],
] as const)(
  'corrects a purchase of %s in the unit of now, at the same cost',
  (_what, quantity, before, now, line, total) => {
    const { draft, uneven } = toCorrection(bought(quantity, before, now));
    const [sent] = toBody(draft).lines;
    expect([`${sent?.quantity} ${sent?.stock_unit}`, totalOf(draft.lines), uneven]).toEqual([line, total, []]);
  },
);

it('names the products of which a purchase has no whole number of pieces', () => {
  expect(toCorrection(bought(3_250, { stock_unit: 'g', content: 500 }, IN_PIECES)).uneven).toEqual(['Rice']);
});

type Kept = Pick<PurchaseView['lines'][number], 'stock_unit' | 'content'>;

const bought = (quantity: number, kept: Kept, now: Kept): PurchaseView => ({
  id: 1,
  state: 'booked',
  supplier: null,
  invoice_number: null,
  invoice_date: null,
  day: '2026-11-21',
  pieces: 6,
  total: 180,
  booked_at: '2026-11-21T09:00:00.000Z',
  by: null,
  reverses_id: null,
  reversed_by_id: null,
  replaces_id: null,
  version: 1,
  same_invoice_id: null,
  lines: [
    {
      variant_id: 2,
      product_id: 1,
      name: 'Rice',
      option: null,
      quantity,
      cost: 30,
      best_before: null,
      price: null,
      mrp: null,
      now,
      ...kept,
    },
  ],
});
