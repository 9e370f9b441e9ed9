import { describe, expect, it } from 'vitest';
import { ADDRESS_MESSAGE, addressProblems, trimAddress } from './address.ts';
import { isIndianMobile } from './phone.ts';

const address = { name: 'Home', street: '1st Cross', city: 'Bengaluru', zip: '560011', phone: '9876543210' };

describe('a phone', () => {
  it.each(['9876543210', '6000000000', ' 9876543210 '])('%j is one', (text) => expect(isIndianMobile(text)).toBe(true));

  it.each(['', '5876543210', '987654321', '98765432101', '+919876543210', '98765 43210'])('%j is none', (text) => {
    expect(isIndianMobile(text)).toBe(false);
  });
});

describe('an address', () => {
  it('is right when every field is there', () => expect(addressProblems(address)).toEqual([]));

  it.each(['name', 'street', 'city', 'zip', 'phone'] as const)('needs its %s, blanks do not count', (field) => {
    expect(addressProblems({ ...address, [field]: '  ' })).toEqual([field]);
  });

  it('is kept without surrounding blanks', () => {
    expect(trimAddress({ ...address, name: ' Home ', phone: ' 9876543210' })).toEqual(address);
  });

  it('is refused in the words of the spec', () => {
    expect(ADDRESS_MESSAGE).toBe('Please fill all fields correctly. Phone must be 10 digits starting with 6-9.');
  });
});
