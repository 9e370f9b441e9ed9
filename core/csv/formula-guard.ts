// What a spreadsheet would take for a formula begins so, and a text that looks as if it had been guarded already.
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/;

/**
 * A text that comes back whole from `unguarded` after the writer has put its apostrophe before formulas: one that begins
 * with an apostrophe and looks guarded gets another one.
 */
export const guardable = (text: string): string => (GUARDED.test(text) ? `'${text}` : text);

/** The text without the apostrophe that keeps spreadsheets from running it. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
