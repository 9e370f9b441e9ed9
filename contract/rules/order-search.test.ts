import { expect, it } from 'vitest';
import { readOrderSearch } from './order-search.ts';

it.each([
  ['12', '12', true],
  ['H000012', '000012', false],
  [' h12', '12', false],
  ['98765 43210', '9876543210', true],
  ['+91 98765-43210', '9876543210', true],
  ['09876543210', '9876543210', true],
  // Too short to be a number with a prefix: it may be the middle of one.
  ['9198', '9198', true],
  ['0', '0', true],
])('%j looks for %s, in phones: %s', (text, digits, inPhones) => {
  expect(readOrderSearch(text)).toEqual({ digits, inPhones });
});

it.each(['', '   ', 'Asha', 'H', '%_', '१२'])('%j looks for nothing', (text) => {
  expect(readOrderSearch(text)).toBeUndefined();
});
