const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** State code, PAN, number of the registration, Z, check digit. */
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;

/** A GST number as it is stored: upper case without spaces; undefined for any other text, or if its check digit is wrong. */
export function gstinIn(text: string): string | undefined {
  const gstin = text.replaceAll(/\s/g, '').toUpperCase();
  return FORM.test(gstin) && isStateCode(gstin.slice(0, 2)) && checkDigit(gstin) === gstin.at(-1) ? gstin : undefined;
}

/** 01 to 38 are states and union territories, 97 other territory, 99 the centre. */
const isStateCode = (code: string): boolean => (code >= '01' && code <= '38') || code === '97' || code === '99';

// Mod 36 over the first 14 characters, every second one counted twice.
function checkDigit(gstin: string): string | undefined {
  const sum = Array.from(gstin.slice(0, 14)).reduce((total, character, at) => {
    const product = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS[(36 - (sum % 36)) % 36];
}
