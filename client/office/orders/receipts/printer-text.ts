import { tidyText } from '@haat/contract/tidy-text';

/** Printable on printers of any make: the rest of the code page differs. */
const ASCII = /^[\u0020-\u007E]*$/;

const REPLACEMENTS: [RegExp, string][] = [
  [/₹\s?/gu, 'Rs. '],
  [/×/gu, 'x'],
  [/[‘’]/gu, "'"],
  [/[“”]/gu, '"'],
  [/[‐-―−·]/gu, '-'],
  [/…/gu, '...'],
];

/** One line of text without control characters, which printers take for commands. */
export const oneLine = (text: string): string => tidyText(text.replaceAll(/\p{Cc}+/gu, ' '));

/** The line in ASCII, with `Rs.` for the rupee sign; undefined when it has other characters. */
export function plainLine(text: string): string | undefined {
  const plain = REPLACEMENTS.reduce((line, [sign, form]) => line.replaceAll(sign, form), oneLine(text));
  return ASCII.test(plain) ? plain : undefined;
}
