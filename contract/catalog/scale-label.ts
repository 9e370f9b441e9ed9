import { articleOf, isProductBarcode } from './barcode.ts';

/**
 * How a shop's scale makes the 13 digits of its labels: two that no pack begins with, `I` for the number of the item, then `W` for
 * grams, `P` for paise or `R` for rupees, and `C` for the check digit, such as `21IIIIIWWWWWC`.
 */
const PATTERN = /^(?:02|2\d)I{4,6}(?:W+|P+|R+)C$/;
const LENGTH = 13;

export const isScalePattern = (text: string): boolean => text.length === LENGTH && PATTERN.test(text);

/** What a label says of its parcel. A label without a weight or a price has neither. */
export type Weighed = { grams?: number; pricePaise?: number };

/** `codes`: a barcode that the item may have, its number first. */
export type ScaleLabel = { item: string; codes: string[]; weighed: Weighed };

/** Reads the label of a scale; undefined for any other barcode, and where the shop has no such scale. */
export function readScaleLabel(barcode: string, pattern: string | null | undefined): ScaleLabel | undefined {
  const digits = articleOf(barcode).padStart(LENGTH, '0');
  if (!pattern || !isScalePattern(pattern) || !isProductBarcode(digits) || digits.length !== LENGTH) return undefined;
  const prefix = pattern.slice(0, 2);
  if (!digits.startsWith(prefix)) return undefined;
  const end = pattern.lastIndexOf('I') + 1;
  const item = digits.slice(prefix.length, end);
  const value = Number(digits.slice(end, -1));
  return { item, codes: [item, withoutValue(prefix + item)], weighed: weighedBy(pattern.charAt(end), value) };
}

function weighedBy(sign: string, value: number): Weighed {
  if (value === 0) return {};
  return sign === 'W' ? { grams: value } : { pricePaise: sign === 'P' ? value : value * 100 };
}

/** The label of an item without weight or price, which some shops have stored as its barcode. */
function withoutValue(start: string): string {
  const digits = start.padEnd(LENGTH - 1, '0');
  return Array.from('0123456789', (check) => digits + check).find(isProductBarcode) ?? digits;
}
