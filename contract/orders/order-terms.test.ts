import { describe, expect, it } from 'vitest';
import { hidesAddress, minimumOrderMessage, minimumOrderPaise, orderTypeFor, reachesMinimum } from './order-terms.ts';

describe('the minimum order value', () => {
  it('is 200 rupees where the shop names none', () => {
    expect([undefined, null, 0, 350].map(minimumOrderPaise)).toEqual([20_000, 20_000, 0, 35_000]);
  });

  it.each([
    [19_999, 20_000, false],
    [20_000, 20_000, true],
    [0, 0, true],
  ])('%i paise for a minimum of %i: delivered %s', (total, minimum, isReached) => {
    expect(reachesMinimum(total, minimum)).toBe(isReached);
  });

  it('forces takeaway below it, and leaves the choice from there on', () => {
    expect(orderTypeFor(19_999, 20_000, 'delivery')).toBe('takeaway');
    expect(orderTypeFor(20_000, 20_000)).toBe('delivery');
    expect(orderTypeFor(20_000, 20_000, 'takeaway')).toBe('takeaway');
  });

  it('is stated with the amount', () => {
    expect(minimumOrderMessage(20_000)).toBe('Minimum order value for delivery is ₹200.');
    expect(minimumOrderMessage(9_950)).toBe('Minimum order value for delivery is ₹99.50.');
    expect(minimumOrderMessage(20_000, 'takeaway')).toBe('Minimum order value for online payment is ₹200.');
  });
});

describe('the address of an order', () => {
  it.each([
    [{ takeaway: true, total: 900 }, true],
    [{ takeaway: false, total: 10 }, false],
    [{ total: 199.99 }, true],
    [{ total: 200 }, false],
    [{ total: 250, minordervalue: 300 }, true],
  ])('of %j is hidden: %s', (order, isHidden) => expect(hidesAddress(order)).toBe(isHidden));
});
