const LENGTHS = [8, 12, 13, 14];

/** Whether the text is the number under a product's bars (EAN-8, UPC-A, EAN-13, GTIN-14), its check digit included. Spec section 2. */
export function isProductBarcode(text: string): boolean {
  if (!/^\d+$/.test(text) || !LENGTHS.includes(text.length)) return false;
  // From the right the digits count three times and once in turn; the last one fills up to a ten.
  const digits = Array.from(text, Number).toReversed();
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
