import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartKey, parseCartKey } from './cart-key.ts';
import {
  addToCart,
  cartItemCount,
  cartLineCount,
  cartTotalPaise,
  changeQuantity,
  mergeCarts,
  removedLines,
  restoreLines,
} from './cart.ts';
import { cartLineId, parseCartLineId } from './cart-line-id.ts';

const tea = { id: '1-0-0-1', name: 'Tea', price: 120.5, quantity: 2, image: '', shopId: 1 };
const milk = { id: '2-0-0-2', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 1 };

describe('a cart', () => {
  it('takes a new line with quantity 1 unless told otherwise', () => {
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

  it.each([-2, -5])('drops a line that %i brings to zero or below', (delta) => {
    expect(changeQuantity({ [tea.id]: tea }, tea.id, delta)).toEqual({});
    expect(addToCart({ [tea.id]: tea }, tea, delta)).toEqual({});
  });

  it('leaves an unknown line alone', () => {
    const cart = { [tea.id]: tea };
    expect(changeQuantity(cart, milk.id, 1)).toBe(cart);
  });

  it('sums matching lines and adds the others on sign-in', () => {
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

  it('tells whose it is', () => {
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
