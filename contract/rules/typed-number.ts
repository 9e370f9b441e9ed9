import { isRupees } from './rupees.ts';
import { MOST_STOCK } from './stock.ts';

const MOST_RUPEES = 100_000_000;

/** What a field for a number takes: an amount of money, or how many pieces there are. */
export type NumberKind = 'rupees' | 'pieces';

/**
 * The number that somebody typed, undefined when it is none that the server takes: rupees with at most two decimals, or a
 * whole number of pieces. Spec section 5, Add Product.
 */
export function readTypedNumber(kind: NumberKind, text: string): number | undefined {
  const typed = text.trim();
  if (kind === 'pieces') {
    const pieces = /^\d{1,10}$/.test(typed) ? Number(typed) : undefined;
    return pieces !== undefined && pieces <= MOST_STOCK ? pieces : undefined;
  }
  const rupees = /^\d{1,9}(\.\d{0,2})?$/.test(typed) ? Number(typed) : undefined;
  return rupees !== undefined && rupees <= MOST_RUPEES && isRupees(rupees) ? rupees : undefined;
}

/** A number as a field shows it: `28`, `28.50`. */
export function typedNumber(kind: NumberKind, value: number): string {
  return kind === 'pieces' || Number.isInteger(value) ? String(value) : value.toFixed(2);
}
