import { afterEach, expect, it, vi } from 'vitest';
import { mergeWhenVisible } from './cart-actor.ts';

const milk = { id: '2-0-0-1', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 3 };
const ghee = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };

vi.mock('./merge-guest-cart.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(() => vi.restoreAllMocks());

it('keeps both carts when the code of the merge does not arrive', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  localStorage.setItem('cart_7_dairy', JSON.stringify({ [ghee.id]: ghee }));
  localStorage.setItem('cart_guest_dairy', JSON.stringify({ [milk.id]: milk }));
  const kept = await mergeWhenVisible(
    { key: 'cart_7_dairy', guestKey: 'cart_guest_dairy' },
    new AbortController().signal,
  );
  expect(kept).toEqual({ cart: { [ghee.id]: ghee }, merged: [] });
  expect(Object.keys(JSON.parse(localStorage.getItem('cart_guest_dairy') ?? ''))).toEqual([milk.id]);
  expect(log).toHaveBeenCalledOnce();
});
