const LENGTHS = [8, 12, 13, 14];

/** Whether the text is a product barcode (EAN-8, UPC-A, EAN-13, GTIN-14) with a valid check digit. */
export function isProductBarcode(text: string): boolean {
  if (!/^\d+$/.test(text) || !LENGTHS.includes(text.length)) return false;
  // From the right, digits are weighted 1 and 3 in turn; the sum is a multiple of ten.
  const digits = Array.from(text, Number).toReversed();
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/**
 * Whether a shop can give a product this code of its own. Zeros alone are no code, and digits of a barcode's length can only be a
 * barcode, read or typed wrongly.
 */
export const isOwnCode = (text: string): boolean =>
  /^(?=.*[1-9A-Z])[\dA-Z-]{1,20}$/i.test(text) && !(/^\d+$/.test(text) && LENGTHS.includes(text.length));

/** Whether a variant can have the code: a product barcode, or the shop's own code. */
export const isItemCode = (text: string): boolean => isProductBarcode(text) || isOwnCode(text);

/**
 * Whether a code means a different product in every shop: the shop's own, or a barcode from a range that GS1 reserves for the
 * labels of shops.
 */
export function isInStoreBarcode(barcode: string): boolean {
  if (!isProductBarcode(barcode)) return true;
  const digits = articleOf(barcode);
  if (digits.length <= 8) return /^[02]/.test(digits.padStart(8, '0'));
  return /^(02|04|2)/.test(digits.padStart(13, '0').slice(-13));
}

/**
 * The form that all barcodes of one article have in common: UPC-A, EAN-13 and GTIN-14 differ in their leading zeros, of which some
 * scanners leave out one, and others add one. `barcode.sql.ts` in core computes the same for stored barcodes.
 */
export const articleOf = (barcode: string): string => barcode.toUpperCase().replace(/^0+/, '');

/** Whether two barcodes are of the same article. */
export const isSameBarcode = (one: string, other: string): boolean => articleOf(one) === articleOf(other);

/** The beginning of the articles that a search may mean; null for a text that is part of no code. */
export const articleStart = (search: string): string | null =>
  (/^[\dA-Z-]+$/i.test(search) && articleOf(search)) || null;
