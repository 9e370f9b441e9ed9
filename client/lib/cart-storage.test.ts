import { afterEach, expect, it, vi } from 'vitest';
import { loadCart, onCartStored, removeAllCarts, saveCart } from './cart-storage.ts';

const KEY = 'cart_guest_malnad-dairy';
const milk = { id: '13-0-0-1', name: 'Milk', price: 27, quantity: 2, image: '', shopId: 3 };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('loads what was saved', () => {
  saveCart(KEY, { [milk.id]: milk });
  expect(loadCart(KEY)).toEqual({ [milk.id]: milk });
});

it.each(['{', '[]', '"text"', 'null'])('loads an empty cart from %s, and logs it', (stored) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem(KEY, stored);
  expect(loadCart(KEY)).toEqual({});
  expect(log.mock.calls[0]?.[0]).toBe('Error loading cart from localStorage');
});

it.each([
  ['a quantity below one', { ...milk, quantity: 0 }],
  ['a price that is none', { ...milk, price: 'free' }],
  ['the id of another line', { ...milk, id: '99-0-0-0' }],
  ['nothing', null],
])('leaves out a line with %s', (_, line) => {
  localStorage.setItem(KEY, JSON.stringify({ [milk.id]: line, kept: { ...milk, id: 'kept' } }));
  expect(Object.keys(loadCart(KEY))).toEqual(['kept']);
});

it('goes on, and logs it, where nothing can be stored', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { setItem });
  saveCart(KEY, { [milk.id]: milk });
  expect(log.mock.calls[0]?.[0]).toBe('Error saving cart to localStorage');
});

it('clears all carts and nothing else', () => {
  for (const key of [KEY, 'cart_7_nandi-vegetables', 'authToken']) localStorage.setItem(key, '{}');
  removeAllCarts();
  expect(Object.keys(localStorage)).toEqual(['authToken']);
});

it('hears of carts that another tab stored', () => {
  const heard = vi.fn();
  const stop = onCartStored(heard);
  localStorage.setItem(KEY, JSON.stringify({ [milk.id]: milk }));
  const tell = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  tell('authToken');
  tell(KEY);
  stop();
  tell(KEY);
  expect(heard.mock.calls).toEqual([[KEY, { [milk.id]: milk }]]);
});
