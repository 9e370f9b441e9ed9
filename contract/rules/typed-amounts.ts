import { isRupees } from './rupees.ts';
import { MOST_STOCK } from './stock.ts';

/** Rupees as they are typed: digits, and at most two decimals. What Number() makes of '1e3' or '0x10' nobody typed. */
export const RUPEES_TEXT = /^\d{1,9}(\.\d{1,2})?$/;
/** Pieces as they are typed: digits only. */
export const STOCK_TEXT = /^\d{1,10}$/;

const MOST_RUPEES = 100_000_000;

/** Whether a typed text is an amount in rupees that the catalogue takes. Spec section 5, Add Product. */
export function isRupeesText(text: string): boolean {
  return RUPEES_TEXT.test(text.trim()) && Number(text) <= MOST_RUPEES && isRupees(Number(text));
}

/** Whether a typed text is a number of pieces that the catalogue takes. Spec section 5, Add Product. */
export function isStockText(text: string): boolean {
  return STOCK_TEXT.test(text.trim()) && Number(text) <= MOST_STOCK;
}
