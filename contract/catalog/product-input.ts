import { isRupees } from '../rupees.ts';

/**
 * The most pieces that can be entered as a stock. The column holds a thousand times as many, because cancelled orders, returns
 * and purchases add to it.
 */
export const MAX_STOCK = 1_000_000;

/** The highest possible stock. */
export const HIGHEST_STOCK = 1_000_000_000;

/** The page of a product shows how many pieces are left when there are this many or fewer. */
export const LOW_STOCK = 5;

/**
 * The maximum number of products of a shop, including hidden ones. The catalog is sent, searched and shown as a whole, so `GET
 * /api/products` never returns more. Adding one more is always refused (`catalog_limit_reached`).
 */
export const MAX_PRODUCTS = 5_000;

/** The maximum number of pictures of a product, including the main one. */
export const MAX_PICTURES = 6;

/** Stands for the next file of the form in the list of a product's pictures. */
export const NEW_PICTURE = 'new';

/** Rupees as they are typed: digits, and at most two decimals. Number() alone would also accept '1e3' and '0x10'. */
export const RUPEES_TEXT = /^\d{1,9}(\.\d{1,2})?$/;
/** Pieces as they are typed: digits only. */
export const STOCK_TEXT = /^\d{1,10}$/;

const MOST_RUPEES = 100_000_000;

/** Whether a typed text is a valid price in rupees. */
export function isRupeesText(text: string): boolean {
  return RUPEES_TEXT.test(text.trim()) && Number(text) <= MOST_RUPEES && isRupees(Number(text));
}

/** Whether a typed text is a valid stock. */
export function isStockText(text: string): boolean {
  return STOCK_TEXT.test(text.trim()) && Number(text) <= MAX_STOCK;
}

/** The kinds of number fields. */
export type NumberKind = 'rupees' | 'pieces';

/** The typed number; undefined if it is invalid. Rupees have at most two decimals, pieces none. */
export function readTypedNumber(kind: NumberKind, text: string): number | undefined {
  const typed = text.trim();
  if (kind === 'pieces') return isStockText(typed) ? Number(typed) : undefined;
  const rupees = /^\d{1,9}(\.\d{0,2})?$/.test(typed) ? Number(typed) : undefined;
  return rupees !== undefined && rupees <= MOST_RUPEES && isRupees(rupees) ? rupees : undefined;
}

/** A number as a field shows it: `28`, `28.50`. */
export function typedNumber(kind: NumberKind, value: number): string {
  return kind === 'pieces' || Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** The number of a licence of the food authority FSSAI. */
export const FSSAI_LICENCE = /^\d{14}$/;

/** The role of the company named on a pack. */
export const MAKER_ROLES = ['manufacturer', 'packer', 'importer'] as const;
export type MakerRole = (typeof MAKER_ROLES)[number];
