/** What people take for the letters of a text: a consonant with its vowel sign is one. Single characters in older Firefox. */
export const graphemesOf = (text: string): string[] =>
  'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : Array.from(text);
