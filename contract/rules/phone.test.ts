import { expect, it } from 'vitest';
import { isIndianMobile, mobileIn, withoutSeparators } from './phone.ts';

it.each([
  '9876543210',
  ' 9876543210 ',
  '+91 98765 43210',
  '+919876543210',
  '91 9876543210',
  '919876543210',
  '0091 9876543210',
  '098765-43210',
  '09876543210',
  '(+91) 98765.43210',
  '98765‑43210',
  '98765\u00a043210',
  '\u202a+91 98765 43210\u202c',
])('finds the number in "%s"', (text) => expect(mobileIn(text)).toBe('9876543210'));

it('takes a number that begins with 91 for what it is', () => expect(mobileIn('91987 65432')).toBe('9198765432'));

it.each([
  '',
  '98765',
  '5876543210',
  '+1 98765 43210',
  '+91 58765 43210',
  '98765432101',
  '0987654321',
  'call 9876543210',
])('finds none in "%s"', (text) => expect(mobileIn(text)).toBeUndefined());

it('leaves signs that belong to no number for the check to find', () => {
  expect(withoutSeparators('98765 432x0')).toBe('98765432x0');
  expect(isIndianMobile(withoutSeparators('98765 432x0'))).toBe(false);
});
