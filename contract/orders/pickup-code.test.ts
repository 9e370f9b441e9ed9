import { expect, it } from 'vitest';
import { isPickupCode, pickupQrText, readPickupQr } from './pickup-code.ts';

it.each([
  ['0000', true],
  ['4821', true],
  ['482', false],
  ['48211', false],
  ['48a1', false],
  ['४८२१', false],
])('%s as a pickup code: %s', (text, is) => expect(isPickupCode(text)).toBe(is));

it('a QR code has the number of the order and its code, and nothing else', () => {
  const order = { orderNumber: 'H000004', code: '0821' };
  expect(pickupQrText(order)).toBe('haat:H000004:0821');
  expect(readPickupQr(`${pickupQrText(order)}\n`)).toEqual(order);
});

it.each(['', '0821', 'https://haat.example/#/dairy', 'haat:H000004', 'haat:H000004:82', 'haat::0821'])(
  'another QR code is not one: %s',
  (text) => expect(readPickupQr(text)).toBeUndefined(),
);
