import { PIECES } from '@haat/contract/catalog/stock-unit';
import { expect, it } from 'vitest';
import { desiredVariants } from './variants.ts';

const options = { size: () => 1, color: () => 2, unit: (name: string) => (name === 'kg' ? 3 : 4) };
const plain = { sizeId: null, colorId: null, mrpPaise: null, barcode: null, ...PIECES };
const stored = [
  { ...plain, id: 10, unitId: 3, pricePaise: 5000, stock: 8, position: 0 },
  { ...plain, id: 11, unitId: 4, pricePaise: 2600, stock: 2, position: 1 },
];

it('changes nothing that is not in the form', () => {
  expect(desiredVariants({ form: { name: 'Other' }, stored, options })).toEqual(stored);
});

it('uses the edited price when the list of units repeats the old one', () => {
  const form = { price: 60, units: [{ name: 'kg', price: 50, stock: 8 }] };
  expect(desiredVariants({ form, stored, options })[0]).toMatchObject({ pricePaise: 6000, stock: 8 });
  const inTheList = { price: 50, units: [{ name: 'kg', price: 55 }] };
  expect(desiredVariants({ form: inTheList, stored, options })[0]).toMatchObject({ pricePaise: 5500 });
});

it('puts a unit that is new at the end', () => {
  const form = {
    units: [
      { name: 'kg', price: 50 },
      { name: 'g', price: 20.5, stock: 1 },
    ],
  };
  expect(desiredVariants({ form, stored: stored.slice(0, 1), options })).toEqual([
    stored[0],
    { ...plain, id: undefined, unitId: 4, pricePaise: 2050, stock: 1, position: 1 },
  ]);
});

it('treats a stock that equals the seen one as unchanged', () => {
  const [first] = desiredVariants({ form: { stock: 10, stock_seen: 10 }, stored, options });
  expect(first?.stock).toBe(8);
  expect(() => desiredVariants({ form: { stock: 12, stock_seen: 10 }, stored, options })).toThrow('is now 8');
});
