import { MAX_STOCK } from '../catalog/product-input.ts';

/** Why a stock changed: a row of the stock ledger. `sale`, `release`, `revision` and `return` come from orders. */
export const LEDGER_REASONS = [
  'opening',
  'adjustment',
  'import',
  'sale',
  'release',
  'revision',
  'return',
  'stock_take',
  'purchase',
  'write_off',
  'conversion',
] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** Why a count differs from the expected number. `other` needs a text. */
export const DIFFERENCE_REASONS = ['missing', 'found', 'spoiled', 'counting_mistake', 'own_use', 'other'] as const;
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number];

/** Why something is written off. `other` needs a text. */
export const WRITE_OFF_REASONS = ['expired', 'spoiled', 'missing', 'own_use', 'other'] as const;
export type WriteOffReason = (typeof WRITE_OFF_REASONS)[number];

/** The longest text that may be given with a reason. */
export const STOCK_NOTE_MAX = 200;

export const STOCK_TAKE_STATES = ['open', 'finished', 'cancelled'] as const;
export type StockTakeState = (typeof STOCK_TAKE_STATES)[number];

/** The most pieces that one count can be. */
export const MAX_COUNT = MAX_STOCK;

/** The highest stock at which a variant can count as low. */
export const MAX_REORDER_LEVEL = 1_000_000;

type Counted = { counted: number; stock: number; toPack: number };

/**
 * The difference of a count. The shop has its stock, and the pieces of orders that are not packed yet, which have already left
 * the stock.
 */
export const differenceOf = ({ counted, stock, toPack }: Counted): number => counted - (stock + toPack);
