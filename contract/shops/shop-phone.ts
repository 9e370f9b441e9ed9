import { withoutSeparators } from '../accounts/address.ts';

const WITH_PREFIX = /^(?:\+?91|0091|(0))?([1-9]\d{9})$/;
// No area code is followed by 0.
const TOLL_FREE = /^18[06]0/;

/**
 * The phone number of a business: a mobile number or a landline with its area code, written with or without +91 or 0. Mobile
 * numbers are ten digits, landlines 0 and ten digits. Some area codes begin like mobile numbers: only the 0 that was written
 * tells them apart. Undefined for anything else.
 */
export function shopPhoneIn(text: string): string | undefined {
  const [, zero, digits = ''] = WITH_PREFIX.exec(withoutSeparators(text)) ?? [];
  if (digits === '' || TOLL_FREE.test(digits)) return undefined;
  const isLandline = digits < '6' || (zero !== undefined && digits < '9');
  return isLandline ? `0${digits}` : digits;
}
