// The digits of the Indian scripts begin at the same place of each block of 128 characters.
const FIRST_DIGIT = 0x66;
const INDIAN_DIGIT =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

/** With or without a rupee sign: digits in groups of two or three, the last of them of three. */
const GROUPED_NUMBER = /^(?:₹|rs\.?|inr)?\s*((?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?)(?:\s*\/-)?$/i;

/**
 * A number as it is written in India in the plain digits that the rules of a field expect: `₹ 1,250.00`, `Rs. 1250/-` and
 * `१,२५०` as `1250.00`, `1250` and `1250`. What is no such number stays, with plain digits: `1,25` might be a decimal comma.
 */
export function plainNumber(text: string): string {
  const digits = text.replace(INDIAN_DIGIT, (digit) => String((digit.charCodeAt(0) & 0x7f) - FIRST_DIGIT));
  const [, number] = GROUPED_NUMBER.exec(digits.trim()) ?? [];
  return number === undefined ? digits : number.replaceAll(',', '');
}
