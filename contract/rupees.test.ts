import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPaise, formatPaiseShort, formatRupees, isRupees, toPaise, toRupees } from './rupees.ts';

describe('toPaise', () => {
  it.each([
    [0, 0],
    [1.1, 110],
    [19.99, 1999],
    [125.5, 12_550],
    [123_456.5, 12_345_650],
  ])('%f rupees are %i paise', (rupees, paise) => expect(toPaise(rupees)).toBe(paise));

  it.each([1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('refuses %f', (rupees) => {
    expect(() => toPaise(rupees)).toThrow(RangeError);
    expect(isRupees(rupees)).toBe(false);
  });

  it('gives back every whole number of paise', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (paise) => toPaise(toRupees(paise)) === paise));
  });
});

describe('amounts on the screen', () => {
  it('are grouped the Indian way, with the rupee sign and two decimals', () => {
    expect(formatPaise(12_345_650)).toBe('₹1,23,456.50');
    expect(formatRupees(200)).toBe('₹200.00');
  });

  it('are what Intl makes of them, but for a real minus', () => {
    const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    const amounts = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
    fc.assert(fc.property(amounts, (paise) => formatPaise(paise) === inr.format(toRupees(paise)).replace('-', '−')));
  });

  it('are short in running text where nothing is lost', () => {
    expect([formatPaiseShort(20_000), formatPaiseShort(9_950)]).toEqual(['₹200', '₹99.50']);
  });
});
