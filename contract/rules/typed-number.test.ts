import { expect, it } from 'vitest';
import { readTypedNumber, typedNumber } from './typed-number.ts';

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
  ['pieces', '2147483647', 2_147_483_647],
  ['pieces', '2147483648', undefined],
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
