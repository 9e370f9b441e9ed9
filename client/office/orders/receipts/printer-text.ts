// Control characters, which printers take for commands, and marks that change the text direction. The two joiners (U+200C,
// U+200D) stay: Indian scripts need them.
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]+/gu;

/** Printable on printers of any make: the rest of the code page differs. */
const ASCII = /^[\u0020-\u007E]*$/;

const REPLACEMENTS: [RegExp, string][] = [
  [/₹\s?/gu, 'Rs. '],
  [/×/gu, 'x'],
  [/[\u00A0\u2000-\u200A\u202F]/gu, ' '],
  [/[‘’]/gu, "'"],
  [/[“”]/gu, '"'],
  [/[‐-―−·]/gu, '-'],
  [/…/gu, '...'],
];

/** One line of text without control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(CONTROL, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

/** The line in ASCII, with `Rs.` for the rupee sign; undefined when it has other characters. */
export function plainLine(text: string): string | undefined {
  const plain = REPLACEMENTS.reduce((line, [sign, form]) => line.replaceAll(sign, form), oneLine(text));
  return ASCII.test(plain) ? plain : undefined;
}
