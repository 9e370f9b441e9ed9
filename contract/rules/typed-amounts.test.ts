import { expect, it } from 'vitest';
import { isRupeesText, isStockText } from './typed-amounts.ts';

it.each(['0', '28', ' 28 ', '99.5', '99.50', '100000000'])('takes "%s" as rupees', (text) => {
  expect(isRupeesText(text)).toBe(true);
});

it.each(['', ' ', '-1', '-0', '1e3', '0x10', '12.345', '1,000', '१२', 'NaN', '.5', '5.', '100000000.01', '1234567890'])(
  'takes "%s" as no rupees',
  (text) => expect(isRupeesText(text)).toBe(false),
);

it.each(['0', '7', ' 7 ', '2147483647'])('takes "%s" as a stock', (text) => expect(isStockText(text)).toBe(true));

it.each(['', '-1', '1.5', '1e3', '2147483648', '१२', '1,000', '12345678901'])('takes "%s" as no stock', (text) => {
  expect(isStockText(text)).toBe(false);
});
