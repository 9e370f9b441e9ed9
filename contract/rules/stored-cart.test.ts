import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToCart, cartTotalPaise, changeQuantity } from './cart.ts';
import { readStoredCart } from './stored-cart.ts';

const milk = { id: '13-0-0-1', name: 'Milk', price: 27, quantity: 2, image: '', shopId: 3 };
const stored = (lines: object) => readStoredCart(JSON.stringify(lines));

// Spec sections 3 (cart line), 4 (on load failure an empty cart) and 5 (quantity never below 0).
describe('a stored cart', () => {
  it('is read as it was written, in its order', () => {
    const tea = {
      ...milk,
      id: '2-0-0-0',
      unit: '500 g',
      unit_id: 4,
      unit_type: '500 g',
      size: 'M',
      description: 'Black',
    };
    expect(Object.values(stored({ [milk.id]: milk, [tea.id]: tea }))).toEqual([milk, tea]);
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
    expect(stored({ [milk.id]: { ...milk, ...wrong } })).toEqual({});
  });

  it.each(['__proto__', 'constructor', 'toString', 'x', '0-0-0-0'])('has no line under %s', (id) => {
    const text = `{"${id}":${JSON.stringify({ ...milk, id })}}`;
    const cart = readStoredCart(text);
    expect(Object.keys(cart)).toEqual([]);
    expect(Object.getPrototypeOf(cart)).toBe(Object.prototype);
    expect(changeQuantity(cart, id, 1)).toBe(cart);
  });

  it('has no more of a line than 999, and of each line only the fields that a line has', () => {
    const odd = { ...milk, quantity: 5000, size: { id: 1, name: 'M' }, image: ['a'], shopId: '3', extra: 1 };
    expect(stored({ [milk.id]: odd })).toEqual({ [milk.id]: { ...milk, quantity: 999, shopId: 0 } });
  });

  it('holds two hundred lines', () => {
    const lines = Array.from({ length: 200 }, (_, at) => ({ ...milk, id: `${at + 1}-0-0-0` }));
    const cart = stored(Object.fromEntries(lines.map((line) => [line.id, line])));
    expect(cartTotalPaise(cart)).toBe(200 * 2 * 2700);
  });

  it('adds up whatever somebody wrote there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(milk.id, '__proto__', '2-0-0-0'), fc.jsonValue()), (lines) => {
        const cart = addToCart(readStoredCart(JSON.stringify(lines)), milk);
        expect(cartTotalPaise(cart)).toBeGreaterThanOrEqual(2700);
      }),
    );
  });
});
