// Accents of Latin letters and the dot below Devanagari ones; vowel signs stay, they are letters.
const MARKS = /[\u0300-\u036f\u093c]/g;

/** Text as a search compares it: without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase();
}

/** The words of a search, folded. */
export function searchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}
