import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSignedBy } from './signature.ts';

const text = 'order_1|pay_1';
const signature = createHmac('sha256', 'secret').update(text).digest('hex');

it('accepts what was signed with the secret', () => {
  expect(isSignedBy({ secret: 'secret', text, signature })).toBe(true);
});

it.each([
  ['another text', { text: 'order_1|pay_2' }],
  ['another secret', { secret: 'secret2' }],
  ['one character changed', { signature: signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
  ['something behind it', { signature: `${signature}00` }],
  ['no hexadecimal behind it', { signature: `${signature}zz` }],
  ['nothing', { signature: '' }],
  ['no hexadecimal', { signature: 'x'.repeat(64) }],
])('refuses %s', (_, changed) => {
  expect(isSignedBy({ secret: 'secret', text, signature, ...changed })).toBe(false);
});
