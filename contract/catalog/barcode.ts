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
 * Whether a product barcode is from a range that GS1 reserves for the labels of shops: it means a different product in every
 * shop.
 */
export function isInStoreBarcode(barcode: string): boolean {
  if (barcode.length === 8) return /^[02]/.test(barcode);
  return /^(02|04|2)/.test(barcode.padStart(13, '0').slice(-13));
}

const withoutZeros = (barcode: string): string => barcode.replace(/^0+/, '');

/** Whether two barcodes find the same product: some scanners leave out a leading zero, others add one. */
export const isSameBarcode = (one: string, other: string): boolean => withoutZeros(one) === withoutZeros(other);

/** Every text that `isSameBarcode` holds for, to look a barcode up by an index. */
export function sameBarcodes(barcode: string): string[] {
  const digits = withoutZeros(barcode);
  return LENGTHS.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'));
}
