/** A product barcode (EAN-13) that the demo market does not use; a different one on every call. */
export const freshBarcode = (): string => barcodeFrom('29');

/** The same of a maker: what one shop says of it is known to all. */
export const freshMakersBarcode = (): string => barcodeFrom('99');

function barcodeFrom(prefix: string): string {
  const digits = String(Math.floor(Math.random() * 1e10)).padStart(10, '0');
  return withCheckDigit(`${prefix}${digits}`);
}

/** The barcode (EAN-13) that begins with these twelve digits. */
export function withCheckDigit(body: string): string {
  const sum = Array.from(body, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
