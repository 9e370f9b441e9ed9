import { expect, it } from 'vitest';
import { upiLink, vpaIn } from './upi.ts';

it.each([
  [' Shop.Name-1@OkAxis ', 'shop.name-1@okaxis'],
  ['9876543210@ybl', '9876543210@ybl'],
])('reads %s', (text, vpa) => expect(vpaIn(text)).toBe(vpa));

it.each(['', 'shop', 'shop@', '@ybl', 'shop@mail.example', 'a b@@ybl', 'दुकान@ybl', `${'a'.repeat(64)}@ybl`])(
  'refuses %s',
  (text) => expect(vpaIn(text)).toBeUndefined(),
);

it('links to a payment of an amount in rupees, with its texts escaped', () => {
  const payment = { vpa: 'shop@okaxis', name: 'Sweets & Co', amountPaise: 12_650, note: 'Counter sale' };
  expect(upiLink(payment)).toBe('upi://pay?pa=shop@okaxis&pn=Sweets%20%26%20Co&am=126.50&tn=Counter%20sale&cu=INR');
  expect(upiLink({ ...payment, name: '🍬'.repeat(60) })).toContain(`pn=${encodeURIComponent('🍬'.repeat(50))}&`);
});
