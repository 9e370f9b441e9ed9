import { expect, it } from 'vitest';
import type { CartLine } from './cart.ts';
import { cartChanges } from './cart-changes.ts';

const line = (id: string, quantity: number): CartLine => ({
  id,
  name: `Thing ${id}`,
  price: 20,
  quantity,
  image: '',
  shopId: 1,
});
const cart = { a: line('a', 1), b: line('b', 3), c: line('c', 1), d: line('d', 1) };

it('names what has another price, too little stock, or is no longer sold, and nothing else', () => {
  const current = new Map([
    ['a', { price: 20, stock: 1 }],
    ['b', { price: 20, stock: 2 }],
    ['c', { price: 21.5, stock: 9 }],
  ]);
  expect(cartChanges(cart, current)).toEqual([
    { id: 'b', name: 'Thing b', price: 20, stock: 2 },
    { id: 'c', name: 'Thing c', price: 21.5, stock: 9 },
    { id: 'd', name: 'Thing d', price: 20, stock: 0 },
  ]);
});
