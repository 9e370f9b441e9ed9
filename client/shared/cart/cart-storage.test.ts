import { afterEach, expect, it, vi } from 'vitest';
import { listCartKeys, loadCart, onCartStored, removeAllCarts, saveCart } from './cart-storage.ts';

const KEY = 'cart_guest_malnad-dairy';
const milk = { id: '13-0-0-1', name: 'Milk', price: 27, quantity: 2, image: '', shopId: 3 };

const toasts: string[] = [];

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

it('leaves out invalid lines', () => {
  localStorage.setItem(KEY, JSON.stringify({ [milk.id]: milk, '9-0-0-0': { ...milk, quantity: -1 }, __proto: 1 }));
  expect(loadCart(KEY)).toEqual({ [milk.id]: milk });
});

it.each([
  ['is full', () => ({ ...memoryStorage(), setItem: refuse('QuotaExceededError') })],
  ['is forbidden', () => ({ ...memoryStorage(), getItem: refuse('SecurityError'), setItem: refuse('SecurityError') })],
])('goes on in memory where storage %s, logs it, and warns once', async (_, storage) => {
  const { saveCart, loadCart, removeCart, listCartKeys } = await freshModule();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('localStorage', storage());
  saveCart(KEY, { [milk.id]: milk });
  saveCart(KEY, { [milk.id]: { ...milk, quantity: 3 } });
  expect(log.mock.calls.map(([text]) => text)).toEqual(Array(2).fill('Error saving cart to localStorage'));
  expect(toasts).toEqual(['cart.notSaved']);
  expect(loadCart(KEY)[milk.id]?.quantity).toBe(3);
  expect(listCartKeys()).toEqual([KEY]);
  removeCart(KEY);
  expect(listCartKeys()).toEqual([]);
});

it('stores again as soon as there is room', async () => {
  const { saveCart, loadCart } = await freshModule();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('localStorage', { ...memoryStorage(), setItem: refuse('QuotaExceededError') });
  saveCart(KEY, { [milk.id]: milk });
  vi.unstubAllGlobals();
  saveCart(KEY, { [milk.id]: { ...milk, quantity: 9 } });
  expect(loadCart(KEY)[milk.id]?.quantity).toBe(9);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ [milk.id]: { ...milk, quantity: 9 } });
});

it('loads an empty cart where even touching the storage is forbidden, and logs it', async () => {
  const { loadCart, removeAllCarts, listCartKeys } = await freshModule();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse('SecurityError') });
  try {
    expect(loadCart(KEY)).toEqual({});
    removeAllCarts();
    expect(listCartKeys()).toEqual([]);
    expect(log.mock.calls[0]?.[0]).toBe('Error loading cart from localStorage');
  } finally {
    Object.defineProperty(globalThis, 'localStorage', own ?? {});
  }
});

it('clears all carts and nothing else', () => {
  for (const key of [KEY, 'cart_7_nandi-vegetables', 'cart_merging_7_dairy', 'authToken'])
    localStorage.setItem(key, '{}');
  removeAllCarts();
  expect(Object.keys(localStorage)).toEqual(['authToken']);
});

it('lists the carts, and nothing else that is stored', () => {
  for (const key of [KEY, 'cart_7_nandi-vegetables', 'cart_merging_7_dairy', 'authToken'])
    localStorage.setItem(key, '{}');
  expect(listCartKeys().toSorted()).toEqual(['cart_7_nandi-vegetables', KEY]);
});

it('notifies of a cart that another tab stored, and of changes to any cart', () => {
  const listener = vi.fn();
  const stop = onCartStored(listener);
  const store = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  store('authToken');
  store(KEY);
  store(null);
  show(false);
  show(true);
  stop();
  store(KEY);
  show(true);
  expect(listener.mock.calls).toEqual([[KEY], [undefined], [undefined]]);
});

function refuse(name: string) {
  return () => {
    throw new DOMException('no', name);
  };
}

function memoryStorage() {
  return { getItem: () => null, removeItem: () => {} };
}

/** The module as in a page that was just opened; collects its toasts. */
async function freshModule() {
  toasts.length = 0;
  vi.resetModules();
  vi.doMock('../../ui/toasts.tsx', () => ({ showToast: ({ key }: { key: string }) => toasts.push(key) }));
  return import('./cart-storage.ts');
}
