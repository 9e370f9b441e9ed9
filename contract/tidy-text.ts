// Signs without a shape, marks that turn the direction of a line, and fillers that look like a blank.
const UNSEEN =
  /[\u{34f}\u17b4\u17b5\u180b-\u180d\u180f\u{e0000}-\u{e0fff}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]+/gu;
const BLANKS = /[\t\u0085\p{Zs}\p{Zl}\p{Zp}]+/gu;
const JOINERS = /[\u200c\u200d]+/g;
const SELECTORS = /[\ufe00-\ufe0f]+/g;

/**
 * Text as it is stored, searched and printed, whatever it was copied from: its characters composed, one space for blanks of all
 * kinds, nothing invisible. Joiners stay inside words of Indian scripts and inside emoji, line breaks and control characters
 * stay for the caller to judge.
 */
export function tidyText(text: string): string {
  return text
    .replace(UNSEEN, '')
    .replace(SELECTORS, (signs, at: number, whole: string) => (selects(whole.slice(0, at)) ? signs.slice(0, 1) : ''))
    .normalize('NFC')
    .replace(JOINERS, (signs, at: number, whole: string) =>
      joins(whole.slice(0, at), whole.slice(at + signs.length)) ? signs.slice(0, 1) : '',
    )
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .trim();
}

/** Text of several lines, each of them tidied. Forms send line breaks as `\r\n`. */
export const tidyLines = (text: string): string =>
  text
    .split(/\r\n|\n/)
    .map(tidyText)
    .join('\n')
    .trim();

/** Text as it is searched for: also full-width and other forms of a character are that character. Fractions stay one sign. */
export const tidySearch = (text: string): string =>
  tidyText(text.replace(/[^¼½¾]+/gu, (part) => part.normalize('NFKC')));

/** Whether anything of a tidied text can be seen: accents alone cannot. */
export const isVisible = (tidied: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidied);

// A digit has one shape only.
const selects = (before: string): boolean => /^[\p{L}\p{Extended_Pictographic}]/u.test(lastSign(before));

// A half letter at the end of a word is a virama with a joiner.
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;

function joins(before: string, after: string): boolean {
  const last = lastSign(before);
  if (/[\u0900-\u0dff]/.test(last)) return VIRAMA.test(last) || /^[\u0900-\u0dff]/.test(after);
  return (
    /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u.test(last) && /^\p{Extended_Pictographic}/u.test(after)
  );
}

const lastSign = (text: string): string => /[\ud800-\udbff][\udc00-\udfff]$|.$/s.exec(text)?.[0] ?? '';
