import { expect, it } from 'vitest';
import { shopPhoneIn } from './shop-phone.ts';
import { dialled } from './shop.ts';

it.each([
  ['98450 12345', '9845012345', '+919845012345'],
  ['+91 98450 12345', '9845012345', '+919845012345'],
  ['098450 12345', '9845012345', '+919845012345'],
  ['080-2654 1234', '08026541234', '+918026541234'],
  ['(0821) 242 1234', '08212421234', '+918212421234'],
  ['011 2345 6789', '01123456789', '+911123456789'],
  ['+91 11 2345 6789', '01123456789', '+911123456789'],
  ['०११ २३४५ ६७८९', '01123456789', '+911123456789'],
])('reads "%s" as %s', (written, phone, number) => {
  expect(shopPhoneIn(written)).toBe(phone);
  expect(shopPhoneIn(phone)).toBe(phone);
  expect(dialled(phone)).toBe(number);
});

it.each(['', '2654 1234', '080 2654 12345', '1800 425 123', '1800 425 1234', '+1 212 555 0123', 'call 011 2345 6789'])(
  'finds no number to call in "%s"',
  (written) => expect(shopPhoneIn(written)).toBeUndefined(),
);
