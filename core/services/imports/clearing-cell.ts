import { CLEARING, CLEARABLE_COLUMNS, type ProductColumn } from '@haat/contract/rules/import-columns';

// A text that says the word itself, with the apostrophes that tell it from the word.
const QUOTED = /^'+\(empty\)$/i;

/** Whether a cell asks to take away what is there. An empty one leaves it as it is. */
export const isClearing = (cell: string): boolean => cell.trim().toLowerCase() === CLEARING;

export const isClearable = (column: ProductColumn): boolean => CLEARABLE_COLUMNS.some((each) => each === column);

/** A stored text as a cell: one that is the word itself gets an apostrophe, so that it comes back whole. */
export const textCell = (text: string): string => (isClearing(text) || QUOTED.test(text) ? `'${text}` : text);

/** The text of a cell that `textCell` wrote. */
export const cellText = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell);
