import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToCart,
  cartItemCount,
  cartKey,
  cartLineCount,
  cartLineId,
  cartTotalPaise,
  changeCart,
  changeQuantity,
  mergeCarts,
  parseCartKey,
  parseCartLineId,
  readStoredCart,
  removedBy,
  removedLines,
} from './cart.ts';
import { restoreLines } from './restore-lines.ts';

const tea = { id: '1-0-0-1', name: 'Tea', price: 120.5, quantity: 2, image: '', shopId: 1 };
const milk = { id: '2-0-0-2', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 1 };

describe('a cart', () => {
  it('adds a new line with quantity 1 by default', () => {
    expect(addToCart({}, tea)[tea.id]?.quantity).toBe(1);
    expect(addToCart({}, tea, 3)[tea.id]?.quantity).toBe(3);
  });

  it('adds to a line that is there, in its place', () => {
    const cart = addToCart({ [tea.id]: tea, [milk.id]: milk }, tea, 2);
    expect(Object.values(cart).map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Tea', 4],
      ['Milk', 1],
    ]);
  });

  it.each([
    ['an added line', { type: 'line.added', line: milk, quantity: 2 } as const, [2, 3], []],
    ['one more', { type: 'line.changed', lineId: tea.id, delta: 1 } as const, [3, 1], []],
    ['a line that is removed', { type: 'line.changed', lineId: milk.id, delta: -1 } as const, [2], [milk]],
    ['today’s stock', { type: 'repriced', lines: [{ id: milk.id, price: 30, stock: 0 }] } as const, [2], []],
    ['all removed', { type: 'emptied' } as const, [], [tea, milk]],
    ['an order', { type: 'cleared' } as const, [], []],
  ])('is changed by %s, which can be undone where the customer removed something', (_, change, left, removed) => {
    const cart = { [tea.id]: tea, [milk.id]: milk };
    expect(Object.values(changeCart(cart, change)).map(({ quantity }) => quantity)).toEqual(left);
    expect(removedBy(cart, change).map(({ line }) => line)).toEqual(removed);
  });

  it.each([-2, -5])('drops a line that %i brings to zero or below', (delta) => {
    expect(changeQuantity({ [tea.id]: tea }, tea.id, delta)).toEqual({});
    expect(addToCart({ [tea.id]: tea }, tea, delta)).toEqual({});
  });

  it('leaves an unknown line alone', () => {
    const cart = { [tea.id]: tea };
    expect(changeQuantity(cart, milk.id, 1)).toBe(cart);
  });

  it('sums matching lines and adds the others on login', () => {
    const merged = mergeCarts({ [tea.id]: tea }, { [tea.id]: { ...tea, quantity: 3 }, [milk.id]: milk });
    expect(merged).toEqual({ [tea.id]: { ...tea, quantity: 5 }, [milk.id]: milk });
  });

  it('totals price times quantity to the paisa', () => {
    const cart = { [tea.id]: tea, [milk.id]: milk };
    expect([cartTotalPaise(cart), cartItemCount(cart), cartLineCount(cart)]).toEqual([26_800, 3, 2]);
  });
});

describe('an undo', () => {
  const salt = { ...milk, id: '3-0-0-0', name: 'Salt' };
  const cart = { [tea.id]: tea, [milk.id]: milk, [salt.id]: salt };

  it.each([
    ['the first', tea],
    ['one in the middle', milk],
    ['the last', salt],
  ])('puts %s back in its place', (_, line) => {
    const without = changeQuantity(cart, line.id, -line.quantity);
    expect(Object.values(restoreLines(without, removedLines(cart, without)))).toEqual([tea, milk, salt]);
  });

  it('puts all back after the cart was emptied', () => {
    expect(Object.values(restoreLines({}, removedLines(cart, {})))).toEqual([tea, milk, salt]);
  });

  it('leaves alone what has come again meanwhile', () => {
    const again = { [tea.id]: { ...tea, quantity: 7 } };
    expect(restoreLines(again, [{ line: tea, at: 0 }])).toEqual(again);
  });
});

describe('the key of a stored cart', () => {
  it('names the identity and the shop', () => {
    expect(cartKey(7, 'malnad-dairy')).toBe('cart_7_malnad-dairy');
    expect(cartKey(undefined, 'malnad-dairy')).toBe('cart_guest_malnad-dairy');
  });

  it('identifies its owner', () => {
    expect(parseCartKey('cart_7_malnad_dairy')).toEqual({ userId: 7, shopSlug: 'malnad_dairy' });
    expect(parseCartKey('cart_guest_a&b')).toEqual({ userId: undefined, shopSlug: 'a&b' });
  });

  it.each(['authToken', 'cart_', 'cart_7', 'cart_7_', 'cart_merging_7_dairy', 'cart_0_dairy', 'Cart_7_dairy'])(
    'is not %s',
    (key) => expect(parseCartKey(key)).toBeUndefined(),
  );
});

describe('the id of a cart line', () => {
  const part = fc.integer({ min: 0, max: 999_999_999_999_999 });

  it('is read back as it was composed', () => {
    const choice = fc.record({ productId: part, sizeId: part, colorId: part, unitId: part });
    fc.assert(
      fc.property(choice, (each) => {
        fc.pre(each.productId > 0);
        expect(parseCartLineId(cartLineId(each))).toEqual(each);
      }),
    );
  });

  it.each(['', '0-0-0-1', '1-0-0', '1-0-0-1-1', '1-a-0-0', '-1-0-0-0', '1-0-0-1\n'])('refuses %j', (text) => {
    expect(parseCartLineId(text)).toBeUndefined();
  });
});

const storedMilk = { id: '13-0-0-1', name: 'Milk', price: 27, quantity: 2, image: '', shopId: 3 };
const stored = (lines: object) => readStoredCart(JSON.stringify(lines));
describe('a stored cart', () => {
  it('is read as it was written, in its order', () => {
    const tea = {
      ...storedMilk,
      id: '2-0-0-0',
      unit: '500 g',
      unit_id: 4,
      unit_type: '500 g',
      size: 'M',
      description: 'Black',
    };
    expect(Object.values(stored({ [storedMilk.id]: storedMilk, [tea.id]: tea }))).toEqual([storedMilk, tea]);
    expect(readStoredCart(null)).toEqual({});
  });

  it.each(['{', '', '[]', '"text"', 'null', '7', 'true'])('is none in %j', (text) => {
    expect(() => readStoredCart(text)).toThrow(/JSON|Not a cart/);
  });

  it.each([
    ['quantity zero', { quantity: 0 }],
    ['a negative quantity', { quantity: -3 }],
    ['half a piece', { quantity: 1.5 }],
    ['a quantity in words', { quantity: '2' }],
    ['no quantity (NaN is stored as null)', { quantity: null }],
    ['a negative price', { price: -1 }],
    ['half a paisa', { price: 1.234 }],
    ['a price beyond all numbers', { price: 1e300 }],
    ['a price in words', { price: 'free' }],
    ['no price', { price: null }],
    ['a name that is none', { name: { en: 'Milk' } }],
    ['the id of another line', { id: '99-0-0-0' }],
  ])('has no line with %s', (_, wrong) => {
    expect(stored({ [storedMilk.id]: { ...storedMilk, ...wrong } })).toEqual({});
  });

  it.each(['__proto__', 'constructor', 'toString', 'x', '0-0-0-0'])('has no line under %s', (id) => {
    const text = `{"${id}":${JSON.stringify({ ...storedMilk, id })}}`;
    const cart = readStoredCart(text);
    expect(Object.keys(cart)).toEqual([]);
    expect(Object.getPrototypeOf(cart)).toBe(Object.prototype);
    expect(changeQuantity(cart, id, 1)).toBe(cart);
  });

  it('has no more of a line than 999, and of each line only the fields that a line has', () => {
    const odd = {
      ...storedMilk,
      quantity: 5000,
      size: { id: 1, name: 'M' },
      image: ['a'],
      shopId: '3',
      extra: 1,
    };
    expect(stored({ [storedMilk.id]: odd })).toEqual({
      [storedMilk.id]: { ...storedMilk, quantity: 999, shopId: 0 },
    });
  });

  it('holds two hundred lines', () => {
    const lines = Array.from({ length: 200 }, (_, at) => ({ ...storedMilk, id: `${at + 1}-0-0-0` }));
    const cart = stored(Object.fromEntries(lines.map((line) => [line.id, line])));
    expect(cartTotalPaise(cart)).toBe(200 * 2 * 2700);
  });

  it('adds up invalid stored quantities', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(storedMilk.id, '__proto__', '2-0-0-0'), fc.jsonValue()), (lines) => {
        const cart = addToCart(readStoredCart(JSON.stringify(lines)), storedMilk);
        expect(cartTotalPaise(cart)).toBeGreaterThanOrEqual(2700);
      }),
    );
  });
});
