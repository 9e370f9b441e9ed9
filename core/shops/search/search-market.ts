import { availableParallelism } from 'node:os';
import { kindOf } from '@haat/contract/catalog/brands';
import { sizeSpellings } from '@haat/contract/catalog/pack-size';
import {
  MAX_WORDS,
  RANKS,
  readSearch,
  type Search,
  type SearchWord,
  soundsLike,
} from '@haat/contract/catalog/search-words';
import { firstSigns } from '@haat/contract/catalog/sound';
import { synonymsOf, wordsWithSynonyms } from '@haat/contract/catalog/synonyms';
import { concurrencyLimit } from '../../lib/async.ts';
import { RecentValues } from '../../lib/cache/recent-values.ts';
import { many, one, sql } from '../../db/database.ts';
import { env } from '../../ops/env.ts';
import { countUseHere, type Limit } from '../../rate-limit/limit.ts';
import { type Found, type FoundRows, type Place, PRICED_SEARCH, SEARCH } from './search.sql.ts';

/** Each is part of the range. */
export type Prices = { least: number; most: number };

/** `clientAddress`: the network address whose searches are limited. */
type Request = {
  search: string;
  place?: Place | undefined;
  /** Of the products, in paise. */
  prices?: Prices | undefined;
  limit?: number;
  now?: Date;
  clientAddress?: string;
};

export const PER_ADDRESS: Limit = { name: 'search', points: env.SEARCHES_PER_IP_PER_MINUTE, seconds: 60 };

// A search is CPU time of the database: more at a time than it has cores only make each other, and the orders beside them, slow.
const inTurn = concurrencyLimit(availableParallelism() + 1);

/** With fewer results, a spelling mistake is likely. */
const FEW = 3;

/** `instead`: the words that nothing has, as typed, and the words by which the products were found, where there are such words. */
export type MarketAnswer = Found & { instead?: { missing: string[]; showing: string[] } };

/**
 * Finds published products of public shops that are not paused, and such shops, by the words of their names and categories, in
 * English and Hindi; with a place, only in shops whose reach includes it. A word of the search matches a word, or the beginning of
 * one, by itself, by a synonym or by its sound. When little is found, words with similar spelling match, too. Words that nothing
 * has are left out and named, and a brand that nothing has is replaced by what it is known for. A search of one character finds
 * nothing.
 *
 * Relevance decides first: the good itself before what contains its word, the name before the category, the spelling as typed
 * before a similar one. Then open shops, products in stock, the wanted pack size, the nearest and the cheapest. Stock, size and
 * price decide among the 100 best matches of the other criteria only. Throws DomainError `rate_limited`.
 */
export async function searchMarket(request: Request): Promise<MarketAnswer> {
  const { search, place, prices, limit = 20, now = new Date(), clientAddress } = request;
  if (clientAddress !== undefined) await countUseHere(PER_ADDRESS, clientAddress);
  const read = readSearch(search);
  if (read.words.map(({ word }) => word).join('').length < 2) return NOTHING;
  const market = { ...(place ?? { latitude: 0, longitude: 0 }), now, limit, prices, isNear: place !== undefined };
  return inTurn(() => findSearch(read, market));
}

const NOTHING: MarketAnswer = { products: [], shops: [] };

async function findSearch(search: Search, market: Market): Promise<MarketAnswer> {
  const kinds = search.words.flatMap(({ word }) => kindOf(word) ?? []);
  const terms = [...(await termsOf(search.words)), ...boostsOf(kinds)];
  const found = await find(search, terms, market);
  const isAll = isFull(found, search);
  // Few have the price, however they are spelled.
  if (isAll && (market.prices || found.products.length + found.shops.length >= Math.min(FEW, market.limit)))
    return answerOf(found, search);
  const [kind] = kinds;
  if (kind !== undefined && !isAll && isPartOf(kind, search)) return instead(search, kind, market);
  const unknown = isAll ? search.words : search.words.filter((_, at) => (found.known & (1 << at)) === 0);
  const divided = await divide(search, unknown);
  if (divided) return findSearch(divided, market);
  const corrected = await correctedTerms(search.words, unknown);
  const second = corrected.length === 0 ? found : await find(search, [...terms, ...corrected], market);
  const answer = answerOf(second, search);
  return kind === undefined || answer.products.length + answer.shops.length > 0
    ? answer
    : instead(search, kind, market);
}

/** Whether the other words of a brand are part of what it is known for: `colgate paste`. */
const isPartOf = (kind: string, search: Search): boolean =>
  strongWords(search).length > 1 &&
  strongWords(search).every((word) => kindOf(word) !== undefined || (word.length > 3 && kind.includes(word)));

/** What a brand is known for, in place of the brand. */
async function instead(search: Search, kind: string, market: Market): Promise<MarketAnswer> {
  const { products } = await findSearch(readSearch(kind), market);
  const missing = strongWords(search).filter((word) => !kind.includes(word));
  return products.length === 0 ? NOTHING : { products, shops: [], instead: { missing, showing: [kind] } };
}

const strongWords = ({ words }: Search): string[] =>
  words.flatMap(({ word, counts }) => (counts === 'fully' ? [word] : []));

const bitsOf = (words: Search['words'], isCounted: (word: SearchWord) => boolean): number =>
  words.reduce((bits, word, at) => (isCounted(word) ? bits | (1 << at) : bits), 0);

/** The words that all products should have. */
const neededBits = ({ words }: Search): number => bitsOf(words, ({ counts }) => counts !== 'as form');

/** Whether products or shops have all words. */
const isFull = ({ words, shops }: FoundRows, search: Search): boolean =>
  shops.length > 0 || words.some((bits) => (bits & neededBits(search)) === neededBits(search));

/** A search that shops answer in full is for a shop, and not for goods with some of its words. */
function answerOf(found: FoundRows, search: Search): MarketAnswer {
  const { products, shops, words, known } = found;
  const all = neededBits(search);
  const isOfProducts = words.some((bits) => (bits & all) === all);
  if (isOfProducts || products.length === 0) return { products, shops };
  if (shops.length > 0) return { products: [], shops };
  const missing = search.words
    .filter(({ word, counts }, at) => counts !== 'as form' && /\D/.test(word) && (known & (1 << at)) === 0)
    .map(({ word }) => word);
  if (missing.length === 0) return { products, shops };
  const showing = strongWords(search).filter((word) => !missing.includes(word));
  return { products, shops, instead: { missing, showing } };
}

/**
 * A word to look up, as a whole word or a prefix. `number` is the word of the search that it stands for; `penalty` lowers its
 * relevance.
 */
type Term = { number: number; term: string; isPrefix: boolean; penalty: number };

async function termsOf(words: readonly SearchWord[]): Promise<Term[]> {
  const sounding = await soundingLike(words);
  return words.flatMap(({ word, forms, exact }, number) => {
    const next = words[number + 1]?.word;
    const before = words[number - 1]?.word;
    const joined = [...(next ? [word + next] : []), ...(before ? [before + word] : [])];
    return [
      // One letter begins too many words.
      ...forms.map((term) => ({ number, term, isPrefix: term.length > 1, penalty: 0 })),
      ...[...exact, ...joined, ...(sounding.get(word) ?? [])].map((term) => ({
        number,
        term,
        isPrefix: false,
        penalty: 0,
      })),
    ];
  });
}

/** For each word in Latin letters, the words of the market in Devanagari that sound like it; up to a minute old. */
async function soundingLike(words: readonly SearchWord[]): Promise<Map<string, string[]>> {
  const latin = words.map(({ word }) => word).filter((word) => /^[a-z]{3,30}$/.test(word));
  return new Map(await Promise.all(latin.map(async (word) => [word, await soundingLikeWord(word)] as const)));
}

async function soundingLikeWord(word: string): Promise<string[]> {
  const known = sounding.get(word);
  if (known && known.until > Date.now()) return known.words;
  const rows = await many(BEGINNING_WITH, { signs: firstSigns(word) });
  const found = rows.map((row) => row.word).filter((each) => soundsLike(word, each));
  sounding.set(word, { until: Date.now() + KEPT_MS, words: found }, BYTES);
  return found;
}

const KEPT_MS = 60_000;
const BYTES = 256;
const sounding = new RecentValues<string, { until: number; words: string[] }>({
  maxEntries: 4000,
  maxBytes: 4000 * BYTES,
});

const BEGINNING_WITH = sql<{ signs: string[] }, { word: string }>(
  `SELECT known.word FROM unnest(:signs::text[]) sign(sign) CROSS JOIN LATERAL (
     SELECT word FROM search_words
     WHERE word >= sign.sign COLLATE "C" AND word < (sign.sign || U&'\\+10FFFF') COLLATE "C" ORDER BY word LIMIT 1000
   ) known`,
  { readFrom: 'replica' },
);

/** What brands are known for comes first among the goods that have another word of the search. */
const boostsOf = (kinds: readonly string[]): Term[] =>
  kinds
    .flatMap((kind) => kind.split(' '))
    .slice(0, MAX_WORDS)
    .map((term, at) => ({ number: MAX_WORDS + at, term, isPrefix: true, penalty: 0 }));

/** The search with a word written as one, which nothing has, as the two words that it consists of. */
async function divide(search: Search, unknown: readonly SearchWord[]): Promise<Search | undefined> {
  for (const { word } of unknown) {
    if (!/^\D{6,30}$/u.test(word) || kindOf(word) !== undefined) continue;
    const parts = await one(PARTS, { word });
    if (!parts) continue;
    const { words } = readSearch(`${parts.first} ${parts.second}`);
    return {
      ...search,
      words: search.words.flatMap((each) => (each.word === word ? words : [each])).slice(0, MAX_WORDS),
    };
  }
  return undefined;
}

const PARTS = sql<{ word: string }, { first: string; second: string }>(
  `SELECT left(:word::text, n) AS first, substr(:word::text, n + 1) AS second
   FROM generate_series(3, length(:word::text) - 3) n
   WHERE EXISTS (SELECT FROM search_words WHERE word = left(:word::text, n) COLLATE "C")
     AND EXISTS (SELECT FROM search_words WHERE word = substr(:word::text, n + 1) COLLATE "C")
     AND NOT EXISTS (SELECT FROM search_words WHERE word = :word::text COLLATE "C")
   ORDER BY abs(n - length(:word::text) / 2.0) LIMIT 1`,
  { readFrom: 'replica' },
);

/** Words spelled similarly to the unknown words: words of the market, and synonyms of known words. Brands are spelled as typed. */
async function correctedTerms(words: readonly SearchWord[], unknown: readonly SearchWord[]): Promise<Term[]> {
  const lists = await Promise.all(
    words.map(async ({ word, ...each }, number) => {
      if (!unknown.some((other) => other.word === word) || !/^\D{3,30}$/u.test(word) || kindOf(word)) return [];
      const rows = await many(SIMILAR_WORDS, {
        word,
        near: nearWords(word),
        ending: `%${word}`,
        isLong: word.length > 4,
      });
      const similar = [...rows.map((row) => row.word), ...similarSynonyms(word)];
      return [...new Set(similar)]
        .filter((term) => !each.forms.includes(term))
        .map((term) => ({ number, term, isPrefix: true, penalty: RANKS.similar }));
    }),
  );
  return lists.flat();
}

/**
 * A word and its variants without one of its letters, also without a plural s, like the function `near_words` of the database.
 */
function nearWords(word: string): string[] {
  const forms = [word, word.length > 3 ? word.replace(/s$/, '') : word];
  const near = forms.flatMap((form) => {
    const letters = Array.from(form);
    return [form, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))];
  });
  return [...new Set(near)];
}

// Synonyms need not be a word of any product.
function similarSynonyms(word: string): string[] {
  const near = new Set(nearWords(word));
  const isSimilar = (known: string) =>
    known.length >= 3 &&
    (soundsLike(known, word) || (known[0] === word[0] && nearWords(known).some((each) => near.has(each))));
  return wordsWithSynonyms().filter(isSimilar).flatMap(synonymsOf);
}

// The first letter is rarely the wrong one. Trigrams find what differs in more than one letter of a long word. A typed word may be
// the end of one that is written as one: paste of toothpaste.
export const SIMILAR_WORDS = sql<{ word: string; near: string[]; ending: string; isLong: boolean }, { word: string }>(
  `SELECT word FROM search_words
   WHERE near IS NOT NULL AND (near && :near::text[] AND left(word, 1) = left(:word, 1)
     OR word % :word::text AND similarity(word, :word) >= 0.4 AND left(word, 1) = left(:word, 1)
     OR word LIKE :ending::text AND :isLong::boolean)
   ORDER BY near && :near::text[] DESC, similarity(word, :word) DESC, word LIMIT 8`,
  { readFrom: 'replica' },
);

type Market = Place & { now: Date; limit: number; isNear: boolean; prices: Prices | undefined };

async function find(
  { words, sizes }: Search,
  terms: readonly Term[],
  { isNear, prices, ...market }: Market,
): Promise<FoundRows> {
  const numbers = terms.map(({ number }) => number);
  const most = Math.max(...numbers) + 1;
  const statements = (prices ? PRICED_SEARCH : SEARCH)[isNear ? 'near' : 'everywhere'];
  const found = await one(statements[most === 1 ? 'one' : most <= 3 ? 'few' : 'several'], {
    ...market,
    ...prices,
    numbers,
    terms: terms.map(({ term }) => term),
    // Sorts after every word that begins with the term, or before every longer one.
    ends: terms.map(({ term, isPrefix }) => term + (isPrefix ? '\u{10ffff}' : '\u0001')),
    penalties: terms.map(({ penalty }) => penalty),
    needed: bitsOf(words, ({ counts }) => counts !== 'as form'),
    strong: bitsOf(words, ({ counts }) => counts === 'fully'),
    sizes: sizes.flatMap(sizeSpellings),
  });
  return found ?? { products: [], shops: [], words: [], known: 0 };
}
