import { plainDigits } from './plain-digits.ts';

/** With or without a rupee sign: digits in groups of two or three, the last of them of three. */
const GROUPED_NUMBER = /^(?:₹|rs\.?|inr)?\s*((?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?)(?:\s*\/-)?$/i;

/**
 * A number in Indian notation as the plain digits that the rules of a field expect: `₹ 1,250.00`, `Rs. 1250/-` and `१,२५०` as
 * `1250.00`, `1250` and `1250`. Any other text is kept, with plain digits: `1,25` might be a decimal comma.
 */
export function plainNumber(text: string): string {
  const digits = plainDigits(text);
  const [, number] = GROUPED_NUMBER.exec(digits.trim()) ?? [];
  return number === undefined ? digits : number.replaceAll(',', '');
}
