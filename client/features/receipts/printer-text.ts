// Everything that steers instead of being read: control characters, which printers take for commands, and the marks
// that turn the direction of a line. The two joiners (U+200C, U+200D) stay: Indian scripts are written with them.
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]+/gu;

/** What printers of any make can print: the rest of a code page differs from one to the next. */
const PLAIN = /^[\u0020-\u007E]*$/;

const PLAIN_FORMS: [RegExp, string][] = [
  [/₹\s?/gu, 'Rs. '],
  [/×/gu, 'x'],
  [/[\u00A0\u2000-\u200A\u202F]/gu, ' '],
  [/[‘’]/gu, "'"],
  [/[“”]/gu, '"'],
  [/[‐-―·]/gu, '-'],
  [/…/gu, '...'],
];

/** One line of text that can steer neither a printer nor the direction of reading. */
export function oneLine(text: string): string {
  return text.replaceAll(STEERING, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

/** The line in letters that every printer has, `Rs.` for the rupee sign; undefined where it has others. */
export function plainLine(text: string): string | undefined {
  const plain = PLAIN_FORMS.reduce((line, [sign, form]) => line.replaceAll(sign, form), oneLine(text));
  return PLAIN.test(plain) ? plain : undefined;
}
