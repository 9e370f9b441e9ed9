// Accents of Latin letters, the dot below Devanagari ones, and invisible joiners; vowel signs stay, they are letters.
const MARKS = /[\u0300-\u036f\u093c\u200c\u200d]/g;

/** Text as a search compares it: without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase();
}

/** The words of a search, folded. */
export function searchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

// Everything but digits, Latin letters, and letters and vowel signs of other scripts.
const SEPARATORS = /[^0-9a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0963\u0966-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+/;
const MAX_LETTERS = 64;

/**
 * The different words of a text, folded, without punctuation; digits are a word of their own: `500ml` is 500 and ml. The function
 * `folded_words` of the database does the same.
 */
export const wordsOf = (text: string): string[] => [...new Set(orderedWords(text))];

const orderedWords = (text: string): string[] =>
  foldText(text)
    .split(SEPARATORS)
    .flatMap((word) => word.match(/[0-9]+|[^0-9]+/g) ?? [])
    .map((word) => word.slice(0, MAX_LETTERS));

// What follows describes the good: a comma, brackets, a size, or the first of these words.
const DESCRIPTION = /[,([:;|/0-9–—]| - | (?:with|for|in|of|at) /;

/**
 * The words of what a name is about, whose last one names the good in English and Hindi: milk in `Toned milk` and in `Milk, toned`.
 * The function `head_of` of the database does the same.
 */
export function headWords(name: string): string[] {
  const head = orderedWords(foldText(name).split(DESCRIPTION, 1)[0] ?? '');
  return head.length > 0 ? head : orderedWords(name);
}
