import { HIGHEST_STOCK, MAX_STOCK, STOCK_TEXT } from './product-input.ts';
import { packSizeOf } from './pack-size.ts';

/** What the stock of a variant is counted in. */
export const STOCK_UNITS = ['piece', 'g', 'ml'] as const;
export type StockUnit = (typeof STOCK_UNITS)[number];

/** How a stock is kept. `content`: how much of it one item takes, such as 500 g; 1 for pieces. */
export type StockKept = { stockUnit: StockUnit; content: number };

export const PIECES: StockKept = { stockUnit: 'piece', content: 1 };

/** How the stock of a variant in an answer is kept. */
export const keptOf = ({ stock_unit: stockUnit, content }: { stock_unit: StockUnit; content: number }): StockKept => ({
  stockUnit,
  content,
});

/** The largest item, 1 t or 1,000 l. */
export const MAX_CONTENT = 1_000_000;

/** The most that can be entered as a stock: a million pieces, 100 t or 100,000 l. */
export const mostStock = (unit: StockUnit): number => (unit === 'piece' ? MAX_STOCK : HIGHEST_STOCK / 10);

const LARGE: Record<Exclude<StockUnit, 'piece'>, string> = { g: 'kg', ml: 'l' };
const PARTS = 1000;

/** A stock as people write it: `12`, `1.35 kg`, `500 g`. */
export function formatStock(amount: number, unit: StockUnit = 'piece'): string {
  if (unit === 'piece') return String(amount);
  return Math.abs(amount) < PARTS && amount !== 0 ? `${amount} ${unit}` : `${amount / PARTS} ${LARGE[unit]}`;
}

/** The same in the activity log, where pieces are numbers. */
export const loggedStock = (amount: number, unit: StockUnit): number | string =>
  unit === 'piece' ? amount : formatStock(amount, unit);

export type StockAmount = { amount: number; unit: StockUnit };

/**
 * A typed stock: `12`, `12 pcs`, `1.35 kg`, `2,5 kg`, `500 ml`. A number alone is pieces, or kilograms or litres where an item is
 * one. Undefined for anything else, for parts of a gram, and for more than a stock can be.
 */
export function readStock(text: string, { stockUnit, content }: StockKept = PIECES): StockAmount | undefined {
  const typed = text.trim();
  if (stockUnit === 'piece' && STOCK_TEXT.test(typed)) return upToMost(Number(typed), 'piece');
  const plain = withPoint(typed);
  if (plain === undefined) return undefined;
  const isNumber = /^\d+(\.\d*)?$/.test(plain);
  // Of packs of 500 g, it may be the kilograms or the packs.
  if (isNumber && (stockUnit === 'piece' || content !== PARTS)) return undefined;
  const written = isNumber && stockUnit !== 'piece' ? `${plain} ${LARGE[stockUnit]}` : plain;
  // A unit alone is an amount in a name only, and nothing of it is none.
  const zero = /^0+(?:\.0*)? ?(\p{L}+)$/u.exec(written);
  const size = packSizeOf(zero ? `1 ${zero[1] ?? ''}` : written);
  if (!size || !/^[\d०-९¼½¾]/.test(written)) return undefined;
  const unit = size.per === 'kg' ? 'g' : size.per === 'l' ? 'ml' : 'piece';
  return upToMost(zero ? 0 : size.quantity * (unit === 'piece' ? 1 : PARTS), unit);
}

function upToMost(exact: number, unit: StockUnit): StockAmount | undefined {
  const amount = Math.round(exact);
  return Math.abs(amount - exact) < 1e-6 && amount <= mostStock(unit) ? { amount, unit } : undefined;
}

/** With a decimal point for a decimal comma; undefined for a comma that may be either, as in `1,350 kg`. */
function withPoint(text: string): string | undefined {
  const [, whole, part, rest] = /^(\d+),(\d+)(\D*)$/.exec(text) ?? [];
  if (whole === undefined || part === undefined) return text.includes(',') ? undefined : text;
  if (part.length !== PARTS.toString().length - 1) return `${whole}.${part}${rest}`;
  return /^ ?(?:g|gms?|grams?|mls?)$/i.test(rest ?? '') ? `${whole}${part}${rest}` : undefined;
}

type Sold = { quantity: number; grams?: number | null | undefined };

/** How much of the stock a line of an order takes: its weight if it was weighed, otherwise its items. */
export const takenFromStock = ({ quantity, grams }: Sold, { stockUnit, content }: StockKept): number =>
  stockUnit === 'g' && typeof grams === 'number' ? grams : quantity * content;

/** An amount in the unit of a stock; items count as much as they contain. Undefined for a weight of a stock in pieces. */
export function amountInStock({ amount, unit }: StockAmount, { stockUnit, content }: StockKept): number | undefined {
  if (unit === stockUnit) return amount;
  return unit === 'piece' ? amount * content : undefined;
}

/** A typed stock in the unit of one that is kept so. */
export function readAmount(text: string, kept: StockKept = PIECES): number | undefined {
  const read = readStock(text, kept);
  return read && amountInStock(read, kept);
}

/** How the stock of an item with this size is kept by weight or volume, such as `500 g` or `1 l`; undefined for other sizes. */
export function keptBySize(size: string | null | undefined): StockKept | undefined {
  const pack = packSizeOf(size ?? '');
  const content = pack && Math.round(pack.quantity * PARTS);
  if (!pack || pack.per === 'piece' || !content || content > MAX_CONTENT) return undefined;
  return { stockUnit: pack.per === 'kg' ? 'g' : 'ml', content };
}
