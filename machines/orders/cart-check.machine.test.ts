import { describe, expect, it } from 'vitest';
import { checkCart, type CheckedCart, getCartRejection } from './cart-check.machine.ts';

const line = { quantity: 2, seenPaise: 12_500, pricePaise: 12_500, stock: 2 };
const cart: CheckedCart = {
  lines: [line],
  totalPaise: 25_000,
  minimumPaise: 20_000,
  maximumQuantity: null,
  shop: { isPaused: false, isOpen: true, acceptsWhenClosed: false },
};
const ready = { shop: 'accepting', lines: 'current', total: 'deliverable' };
const delivery = { takeaway: false, paymentMethod: 'cod' } as const;

describe('the check of a cart', () => {
  it('finds a cart ready that is as the customer saw it', () => {
    expect(checkCart(cart)).toEqual(ready);
  });

  it.each([
    ['another price', [{ ...line, pricePaise: 13_000 }]],
    ['lines of one variant at several prices', [{ ...line, seenPaise: null }]],
    ['a total that is not the sum of the lines', [line, line]],
  ])('finds changed prices: %s', (_, lines) => {
    expect(checkCart({ ...cart, lines })).toEqual({ ...ready, lines: 'pricesChanged' });
  });

  it('finds too little stock, and changed prices first', () => {
    expect(checkCart({ ...cart, lines: [{ ...line, stock: 1 }] })).toEqual({ ...ready, lines: 'outOfStock' });
    const both = [{ ...line, pricePaise: 13_000, stock: 1 }];
    expect(checkCart({ ...cart, lines: both }).lines).toBe('pricesChanged');
  });

  it('finds more of one item than the shop sells in one order, and too little stock first', () => {
    expect(checkCart({ ...cart, maximumQuantity: 2 })).toEqual(ready);
    expect(checkCart({ ...cart, maximumQuantity: 1 })).toEqual({ ...ready, lines: 'aboveMaximum' });
    expect(checkCart({ ...cart, maximumQuantity: 1, lines: [{ ...line, stock: 1 }] }).lines).toBe('outOfStock');
    expect(getCartRejection(checkCart({ ...cart, maximumQuantity: 1 }), delivery)).toBe('aboveMaximum');
  });

  it('leaves takeaway only below the minimum', () => {
    expect(checkCart({ ...cart, minimumPaise: 25_000 }).total).toBe('deliverable');
    expect(checkCart({ ...cart, minimumPaise: 25_001 }).total).toBe('takeawayOnly');
  });

  it.each([
    ['accepting', { isOpen: true }],
    ['paused', { isOpen: true, isPaused: true, acceptsWhenClosed: true }],
    ['accepting', { isOpen: false, acceptsWhenClosed: true }],
    ['closed', { isOpen: false }],
  ] as const)('finds the shop %s: %j', (expected, shop) => {
    expect(checkCart({ ...cart, shop: { ...cart.shop, ...shop } })).toEqual({ ...ready, shop: expected });
  });
});

describe('the rejection of an order', () => {
  it('is none for a cart that is ready', () => {
    expect(getCartRejection(checkCart(cart), delivery)).toBeUndefined();
  });

  it.each([
    ['a delivery', delivery, 'belowMinimum'],
    ['an online payment', { takeaway: true, paymentMethod: 'online' }, 'belowMinimum'],
    ['a takeaway paid in cash', { takeaway: true, paymentMethod: 'cod' }, undefined],
  ] as const)('knows what is possible below the minimum: %s', (_, order, expected) => {
    expect(getCartRejection(checkCart({ ...cart, minimumPaise: 30_000 }), order)).toBe(expected);
  });

  it('names what to resolve first', () => {
    const worst = { ...cart, minimumPaise: 30_000, lines: [{ ...line, stock: 1 }] };
    const closed = { isPaused: false, isOpen: false, acceptsWhenClosed: false };
    const rejections = [
      checkCart({ ...worst, shop: { ...closed, isPaused: true } }),
      checkCart({ ...worst, shop: closed }),
      checkCart({ ...worst, shop: closed, lines: [line] }),
      checkCart({ ...cart, shop: closed }),
    ].map((verdict) => getCartRejection(verdict, delivery));
    expect(rejections).toEqual(['paused', 'outOfStock', 'belowMinimum', 'closed']);
  });
});
