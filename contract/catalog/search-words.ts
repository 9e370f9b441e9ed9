import { foldText, headWords, wordsOf } from '../fold-text.ts';
import { plainDigits } from '../plain-digits.ts';
import { tidySearch } from '../tidy-text.ts';
import { packSizeOf, type PackSize } from './pack-size.ts';
import { soundOf } from './sound.ts';
import { synonymsOf } from './synonyms.ts';

/**
 * A word of a search. `forms`: it and its synonyms, which also match as the beginning of a word; `exact`: its singular, and short
 * synonyms.
 * `counts`: a number or a word of two letters narrows a search down, but finds nothing where the other words do not; the form of a
 * good, such as `pack`, only comes first.
 */
export type SearchWord = {
  word: string;
  forms: readonly string[];
  exact: readonly string[];
  counts: 'fully' | 'to narrow' | 'as form';
};

/** A search as it is understood. A size is preferred, and never required. */
export type Search = { words: SearchWord[]; sizes: PackSize[] };

/** Further words of a search are ignored. */
export const MAX_WORDS = 6;
/** No field takes more; a pasted page is not read to its end. */
const MAX_LENGTH = 200;

/**
 * The words and pack sizes of a search, by the same rules for the market, a shop, the counter and the known products. Where there
 * are no other words, the words of a size are searched for.
 */
export function readSearch(search: string): Search {
  const text = plainDigits(tidySearch(search.slice(0, MAX_LENGTH))).toLowerCase();
  const { rest, sizes } = takeSizes(text);
  const named = wordsOf(rest.join(' '));
  const typed = named.length > 0 ? named : wordsOf(text);
  const meant = typed.filter((word) => !JOINING.has(word));
  const words = (meant.length > 0 ? meant : typed).slice(0, MAX_WORDS);
  const counts = words.map(howItCounts);
  const isOneFull = counts.includes('fully');
  return { sizes, words: words.map((word, at) => toWord(word, isOneFull ? (counts[at] ?? 'fully') : 'fully')) };
}

const howItCounts = (word: string): SearchWord['counts'] =>
  FORMS_OF_GOODS.has(word) ? 'as form' : /^([0-9]+|[a-z]{1,2})$/.test(word) ? 'to narrow' : 'fully';

const JOINING = new Set(foldText('and aur und of for with the in ka ki ke wala wali का की के और').split(' '));

// They say in which form a good is sold: every pharmacy has tablets, and not each of them is against fever.
const FORMS_OF_GOODS = new Set(
  'tablet tablets tab capsule capsules strip syrup pack packs packet packets pouch sachet sachets bottle box jar tin can bag bundle ream feet foot loose fresh big small large medium'.split(
    ' ',
  ),
);

function toWord(word: string, counts: SearchWord['counts']): SearchWord {
  const synonyms = synonymsOf(word).filter((each) => each !== word);
  // A short one begins words of another meaning: tur of turmeric.
  const isShort = (each: string) => each.length < 4;
  const exact = [...new Set([...synonyms.filter(isShort), ...otherNumber(word)])];
  return { word, forms: [...new Set([word, ...synonyms.filter((each) => !isShort(each))])], exact, counts };
}

/** The singular of an English plural. A plural begins with its singular, so it is found by that. */
function otherNumber(word: string): string[] {
  if (!/^[a-z]{3,}s$/.test(word) || word.endsWith('ss')) return [];
  const one = word.slice(0, -1);
  const singular = [
    one,
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ];
  return [...new Set([...singular, ...singular.filter((each) => each.length > 3).flatMap(synonymsOf)])];
}

const MOST_TOKENS = 4;
// Without a number. Gram is a pulse, too.
const MEASURES = new Set('kg kilo किलो ltr litre liter लीटर dozen दर्जन pcs piece pieces'.split(' '));

/** `rest`: the tokens that are no part of a size. A number alone may count pieces, or be a name. */
function takeSizes(text: string): { rest: string[]; sizes: PackSize[] } {
  const tokens = text.split(/[\s,;()]+/).filter(Boolean);
  const rest: string[] = [];
  const sizes: PackSize[] = [];
  for (let at = 0; at < tokens.length;) {
    const { count, size } = sizeAt(tokens, at);
    if (size) sizes.push(size);
    else rest.push(tokens[at] ?? '');
    at += count;
  }
  return { rest, sizes };
}

function sizeAt(tokens: readonly string[], at: number): { count: number; size?: PackSize } {
  for (let count = Math.min(MOST_TOKENS, tokens.length - at); count > 0; count -= 1) {
    const text = tokens.slice(at, at + count).join(' ');
    if (!/^[\d¼½¾]/.test(text) && !(count === 1 && MEASURES.has(text))) continue;
    if (/^[\d.*x×/]+$/.test(text)) continue;
    const size = packSizeOf(text);
    if (size) return { count, size };
  }
  return { count: 1 };
}

/** Lower is better: how well a word answers a search. */
export const RANKS = {
  /** The whole name of the good. */
  plain: 0,
  /** The good that the name is about, in a category of that name. */
  goodOfCategory: 1,
  good: 2,
  nameAndCategory: 3,
  name: 4,
  beginsGood: 5,
  beginsName: 6,
  category: 7,
  beginsCategory: 8,
  /** Added for a word that is only similar. */
  similar: 9,
} as const;

/** The words of a product, to be ranked. */
export type IndexedWords = { heads: readonly string[]; name: ReadonlySet<string>; others: ReadonlySet<string> };

/** `names`: the name in all languages. `others`: its category, and the like. */
export function indexWords(names: readonly string[], others: string): IndexedWords {
  return {
    heads: names.flatMap((name) => {
      const head = headWords(name);
      return head.slice(-1).map((word) => (head.length === 1 ? `=${word}` : word));
    }),
    name: new Set(wordsOf(names.join(' '))),
    others: new Set(wordsOf(others)),
  };
}

/** The rank of the best form of a word; undefined if none matches. */
export function rankOfWord(
  { forms, exact }: Pick<SearchWord, 'forms' | 'exact'>,
  words: IndexedWords,
): number | undefined {
  const ranks = [
    ...[...forms, ...exact].map((form) => rankOfWhole(form, words)),
    ...forms.filter((form) => form.length > 1).map((form) => rankOfBeginning(form, words)),
  ].filter((rank) => rank !== undefined);
  return ranks.length > 0 ? Math.min(...ranks) : undefined;
}

function rankOfWhole(form: string, { heads, name, others }: IndexedWords): number | undefined {
  if (heads.includes(`=${form}`)) return RANKS.plain;
  const isOther = others.has(form);
  if (heads.includes(form)) return isOther ? RANKS.goodOfCategory : RANKS.good;
  if (name.has(form)) return isOther ? RANKS.nameAndCategory : RANKS.name;
  return isOther ? RANKS.category : undefined;
}

function rankOfBeginning(form: string, { heads, name, others }: IndexedWords): number | undefined {
  const begins = (word: string) => word.startsWith(form);
  if (heads.some((head) => begins(head.replace('=', '')))) return RANKS.beginsGood;
  if ([...name].some(begins)) return RANKS.beginsName;
  return [...others].some(begins) ? RANKS.beginsCategory : undefined;
}

/** Whether two words sound alike, in Latin letters or in Devanagari: `pyaaz`, `pyaj` and प्याज. */
export const soundsLike = (one: string, other: string): boolean => {
  const sound = soundOf(one);
  return sound.length > 2 && sound === soundOf(other);
};
