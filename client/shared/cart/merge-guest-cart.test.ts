import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mergeGuestCart } from './merge-guest-cart.ts';

const OWN = 'cart_7_dairy';
const GUEST = 'cart_guest_dairy';
const ghee = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const milk = { id: '2-0-0-1', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 3 };
const own = { [ghee.id]: { ...ghee, quantity: 1 } };
const guest = { [ghee.id]: ghee, [milk.id]: milk };
const merged = { [ghee.id]: { ...ghee, quantity: 3 }, [milk.id]: milk };

const take = () => mergeGuestCart(OWN, GUEST);
const parsed = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? '');
const stored = () => Object.fromEntries(Object.keys(localStorage).map((key) => [key, parsed(key)]));

function put(carts: Record<string, object>) {
  for (const [key, cart] of Object.entries(carts)) localStorage.setItem(key, JSON.stringify(cart));
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('adds the lines of the guest cart, saves the result, and deletes the guest cart', () => {
  put({ [OWN]: own, [GUEST]: guest });
  expect(take()).toEqual({ cart: merged, merged: [ghee, milk] });
  expect(stored()).toEqual({ [OWN]: merged });
});

it('does it once, however often it is asked', () => {
  put({ [OWN]: own, [GUEST]: guest });
  take();
  expect(take()).toEqual({ cart: merged, merged: [] });
});

it('takes the same guest cart again when it was gathered again', () => {
  put({ [OWN]: own, [GUEST]: guest });
  take();
  put({ [GUEST]: guest });
  expect(take().cart[ghee.id]?.quantity).toBe(5);
});

// A tab in another process can see these writes late, but always in their order: it finds what a crash would leave.
describe('a crash', () => {
  it.each([0, 1, 2, 3, 4])('after %i of its writes doubles nothing and loses nothing', (writes) => {
    put({ [OWN]: own, [GUEST]: guest });
    dieAfter(writes);
    take();
    vi.unstubAllGlobals();
    expect(take().cart).toEqual(merged);
    expect(stored()).toEqual({ [OWN]: merged });
    expect(take().cart).toEqual(merged);
  });

  it('does not discard a new guest cart', () => {
    put({ [OWN]: own, [GUEST]: guest });
    dieAfter(3);
    take();
    vi.unstubAllGlobals();
    put({ [GUEST]: { [milk.id]: milk } });
    expect(take().cart[milk.id]?.quantity).toBe(2);
  });

  it('keeps what another tab did to the merged cart before it was noticed', () => {
    put({ [OWN]: own, [GUEST]: guest });
    dieAfter(2);
    take();
    vi.unstubAllGlobals();
    put({ [OWN]: { [milk.id]: milk } });
    expect(take().cart).toEqual({ [milk.id]: milk });
    expect(localStorage.getItem(GUEST)).toBeNull();
  });
});

it('doubles nothing where there is no room for the note', () => {
  put({ [OWN]: own, [GUEST]: guest });
  const real = localStorage;
  const setItem = (key: string, value: string) => {
    if (key.startsWith('cart_merging')) throw new DOMException('full', 'QuotaExceededError');
    real.setItem(key, value);
  };
  vi.stubGlobal('localStorage', { getItem: real.getItem.bind(real), removeItem: real.removeItem.bind(real), setItem });
  expect(take().cart).toEqual(merged);
  vi.unstubAllGlobals();
  expect(stored()).toEqual({ [OWN]: merged });
});

/** A storage whose writes after the first few never happen: the process is gone. */
function dieAfter(writes: number) {
  const real = localStorage;
  let left = writes;
  const within = (write: () => void) => {
    left -= 1;
    if (left >= 0) write();
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    setItem: (key: string, value: string) => within(() => real.setItem(key, value)),
    removeItem: (key: string) => within(() => real.removeItem(key)),
  });
}
