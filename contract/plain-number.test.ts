import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainNumber } from './plain-number.ts';
import { formatPaise } from './rupees.ts';

it.each([
  ['1250', '1250'],
  [' 1250 ', '1250'],
  ['0012.5', '0012.5'],
  ['1,250', '1250'],
  ['₹ 1,250.00', '1250.00'],
  ['₹1,23,456.50', '123456.50'],
  ['1,234,567', '1234567'],
  ['Rs. 1250/-', '1250'],
  ['INR 99', '99'],
  ['१,२५०', '1250'],
  ['₹ १,२५०.५०', '1250.50'],
  ['௧௨', '12'],
  ['౯', '9'],
])('takes %j as %s', (text, number) => expect(plainNumber(text)).toBe(number));

it.each(['', '-1', '1e3', '0x10', '1,25', '1,2345', '1234,567', ',250', '1,250.', '12.3.4', '1 250', '₹', '$5', '+1'])(
  'leaves %j as it is',
  (text) => expect(plainNumber(text)).toBe(text),
);

it('takes every amount that the screens show', () => {
  const amounts = fc.integer({ min: 0, max: 10_000_000_000 });
  fc.assert(fc.property(amounts, (paise) => Math.round(Number(plainNumber(formatPaise(paise))) * 100) === paise));
});
