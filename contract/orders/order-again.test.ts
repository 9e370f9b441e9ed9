import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CartLine } from './cart.ts';
import { orderAgain, type OrderedLine } from './order-again.ts';

const line = (id: string, price: number): CartLine => ({
  id,
  name: `Thing ${id}`,
  price,
  quantity: 1,
  image: '',
  shopId: 1,
});
const catalogOf = (...lines: [id: string, price: number, stock: number][]) =>
  new Map(lines.map(([id, price, stock]) => [id, { ...line(id, price), stock }]));
const ordered = (id: string, quantity: number, price = 20): OrderedLine => ({
  id,
  name: `Thing ${id}`,
  price,
  quantity,
});

it('puts what is still sold into the cart as it was', () => {
  const { cart, added, remarks } = orderAgain(
    {},
    [ordered('a', 2), ordered('b', 1)],
    catalogOf(['a', 20, 9], ['b', 20, 9]),
  );
  expect(cart).toEqual({ a: { ...line('a', 20), quantity: 2 }, b: line('b', 20) });
  expect([added, remarks]).toEqual([3, []]);
});

it('says line by line what is gone, sold out, fewer or at another price', () => {
  const orderedLines = [ordered('gone', 1), ordered('out', 1), ordered('few', 5), ordered('dear', 1)];
  const { cart, remarks } = orderAgain({}, orderedLines, catalogOf(['out', 20, 0], ['few', 20, 3], ['dear', 22.5, 4]));
  expect(Object.keys(cart)).toEqual(['few', 'dear']);
  expect(cart.dear?.price).toBe(22.5);
  expect(remarks).toEqual([
    { about: 'gone', name: 'Thing gone' },
    { about: 'soldOut', name: 'Thing out' },
    { about: 'fewer', name: 'Thing few', quantity: 3, requested: 5 },
    { about: 'price', name: 'Thing dear', was: 20, now: 22.5 },
  ]);
});

it('adds to what lies in the cart, up to the stock, at the price of today', () => {
  const before = { a: { ...line('a', 18), quantity: 2 }, other: line('other', 5) };
  const { cart, added } = orderAgain(before, [ordered('a', 4)], catalogOf(['a', 20, 5]));
  expect(cart).toEqual({ a: { ...line('a', 20), quantity: 5 }, other: line('other', 5) });
  expect(added).toBe(3);
});

it('takes nothing out of the cart and never fills it beyond the stock', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const start = fc.dictionary(id, fc.integer({ min: 1, max: 9 }));
  const orderedLines = fc.uniqueArray(fc.record({ id, quantity: fc.integer({ min: 1, max: 12 }) }), {
    selector: (each) => each.id,
  });
  const stocks = fc.dictionary(id, fc.integer({ min: 0, max: 8 }));
  fc.assert(
    fc.property(start, orderedLines, stocks, (quantities, lines, stock) => {
      const before = Object.fromEntries(
        Object.entries(quantities).map(([each, quantity]) => [each, { ...line(each, 20), quantity }]),
      );
      const catalog = catalogOf(
        ...Object.entries(stock).map(([each, left]) => [each, 20, left] as [string, number, number]),
      );
      const { cart } = orderAgain(
        before,
        lines.map(({ id: each, quantity }) => ordered(each, quantity)),
        catalog,
      );
      for (const [each, { quantity }] of Object.entries(cart)) {
        const had = before[each]?.quantity ?? 0;
        expect(quantity).toBeGreaterThanOrEqual(had);
        if (quantity > had) expect(quantity).toBeLessThanOrEqual(stock[each] ?? 0);
      }
      expect(Object.keys(cart)).toEqual(expect.arrayContaining(Object.keys(before)));
    }),
  );
});
