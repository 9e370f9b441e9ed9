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

/** The different words of a text, folded, without punctuation. The function `folded_words` of the database does the same. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).split(SEPARATORS).filter(Boolean);
  return [...new Set(words.map((word) => word.slice(0, MAX_LETTERS)))];
}
