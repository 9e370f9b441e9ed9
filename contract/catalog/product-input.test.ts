import { expect, it } from 'vitest';
import { isRupeesText, isStockText, readTypedNumber, typedNumber } from './product-input.ts';

it.each(['0', '28', ' 28 ', '99.5', '99.50', '100000000'])('takes "%s" as rupees', (text) => {
  expect(isRupeesText(text)).toBe(true);
});

it.each(['', ' ', '-1', '-0', '1e3', '0x10', '12.345', '1,000', '१२', 'NaN', '.5', '5.', '100000000.01', '1234567890'])(
  'takes "%s" as no rupees',
  (text) => expect(isRupeesText(text)).toBe(false),
);

it.each(['0', '7', ' 7 ', '1000000'])('takes "%s" as a stock', (text) => expect(isStockText(text)).toBe(true));

it.each(['', '-1', '1.5', '1e3', '1000001', '१२', '1,000', '12345678901'])('takes "%s" as no stock', (text) => {
  expect(isStockText(text)).toBe(false);
});

it.each([
  ['rupees', '28', 28],
  ['rupees', ' 28.5 ', 28.5],
  ['rupees', '28.', 28],
  ['rupees', '0', 0],
  ['rupees', '100000000', 100_000_000],
  ['rupees', '100000001', undefined],
  ['rupees', '12.345', undefined],
  ['rupees', '1,000', undefined],
  ['rupees', '1e3', undefined],
  ['rupees', '-0', undefined],
  ['rupees', '१२', undefined],
  ['rupees', '', undefined],
  ['pieces', '007', 7],
  ['pieces', '1000000', 1_000_000],
  ['pieces', '1000001', undefined],
  ['pieces', '1.5', undefined],
  ['pieces', '0x10', undefined],
  ['pieces', 'NaN', undefined],
] as const)('%s: %j is %s', (kind, text, number) => expect(readTypedNumber(kind, text)).toBe(number));

it('shows whole rupees without decimals, others with two', () => {
  expect([typedNumber('rupees', 28), typedNumber('rupees', 28.5), typedNumber('pieces', 4)]).toEqual([
    '28',
    '28.50',
    '4',
  ]);
});
