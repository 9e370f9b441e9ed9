import { expect, it } from 'vitest';
import { maskedMobile } from './shop-customer.ts';

it('shows only the last four digits of a mobile number', () => {
  expect(maskedMobile('9876543210')).toBe('••••••3210');
});
