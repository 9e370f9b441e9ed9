import { describe, expect, it } from 'vitest';
import {
  ADDRESS_MESSAGE,
  addressLine,
  addressProblems,
  isIndianMobile,
  isPinCode,
  mobileIn,
  trimAddress,
  withoutSeparators,
} from './address.ts';

const address = { name: 'Home', street: '1st Cross', city: 'Bengaluru', zip: '560011', phone: '9876543210' };

describe('a phone', () => {
  it.each(['9876543210', '6000000000', ' 9876543210 '])('%j is one', (text) => expect(isIndianMobile(text)).toBe(true));

  it.each(['', '5876543210', '987654321', '98765432101', '+919876543210', '98765 43210'])(
    'rejects the phone number %j',
    (text) => {
      expect(isIndianMobile(text)).toBe(false);
    },
  );
});

describe('an address', () => {
  it('is right when every field is there', () => expect(addressProblems(address)).toEqual([]));

  it.each(['name', 'street', 'city', 'zip', 'phone'] as const)('needs its %s, blanks do not count', (field) => {
    expect(addressProblems({ ...address, [field]: '  ' })).toEqual([field]);
  });

  it('is kept without surrounding blanks', () => {
    expect(trimAddress({ ...address, name: ' Home ', phone: ' 9876543210' })).toEqual(address);
  });

  it('is refused with its own text', () => {
    expect(ADDRESS_MESSAGE).toBe('Please fill all fields correctly. Phone must be 10 digits starting with 6-9.');
  });
});

it.each(['560011', ' 110001 '])('%j has the form of a PIN code', (zip) => expect(isPinCode(zip)).toBe(true));

it.each(['', '012345', '56001', '5600111', '56001x', '560 011', 'ANYTHING'])('rejects the PIN code %j', (zip) => {
  expect(isPinCode(zip)).toBe(false);
  expect(addressProblems({ ...address, zip })).toEqual(['zip']);
});

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
  '98765\ufe0d43210',
  '९८७६५ ४३२१०',
  '+९१ ೯೮೭೬೫ ೪೩೨೧೦',
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

it('writes an address in one line, also without its street', () => {
  const place = { street: '12, 4th Main', city: 'Bengaluru', zip: '560041' };
  expect(addressLine(place)).toBe('12, 4th Main, Bengaluru 560041');
  expect(addressLine({ ...place, street: '' })).toBe('Bengaluru 560041');
});
