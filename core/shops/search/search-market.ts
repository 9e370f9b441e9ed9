import { availableParallelism } from 'node:os';
import { wordsOf } from '@haat/contract/fold-text';
import { synonymsOf, wordsWithSynonyms } from '@haat/contract/shops/synonyms';
import { concurrencyLimit } from '../../lib/async.ts';
import { many, one, sql } from '../../db/database.ts';
import { env } from '../../ops/env.ts';
import { countUseHere, type Limit } from '../../rate-limit/limit.ts';
import { type Found, MAX_WORDS, type Place, SEARCH } from './search.sql.ts';

/** `clientAddress`: the network address whose searches are limited. */
type Request = {
  search: string;
  place?: Place | undefined;
  limit?: number;
  now?: Date;
  clientAddress?: string;
};

export const PER_ADDRESS: Limit = { name: 'search', points: env.SEARCHES_PER_IP_PER_MINUTE, seconds: 60 };

// A search is CPU time of the database: more at a time than it has cores only make each other, and the orders beside them, slow.
const inTurn = concurrencyLimit(availableParallelism() + 1);

/** With fewer results, a spelling mistake is likely. */
const FEW = 3;

/**
 * Finds published products of public shops that are not paused, and such shops, by the words of their names and categories;
 * with a place, only in shops whose reach includes it. Each word of the search must match a word, or the beginning of one, by
 * itself or by a synonym. When little is found, words with similar spelling match, too. A search of one character finds
 * nothing.
 *
 * Relevance decides first: an exact word before the beginning of one, the name before the category, the spelling as typed
 * before a similar one. Then open shops, products in stock, the nearest and the cheapest. Stock and price decide among the
 * 100 best matches of the other criteria only. Throws DomainError `rate_limited`.
 */
export async function searchMarket(request: Request): Promise<Found> {
  const { search, place, limit = 20, now = new Date(), clientAddress } = request;
  if (clientAddress !== undefined) await countUseHere(PER_ADDRESS, clientAddress);
  const words = wordsOf(search).slice(0, MAX_WORDS);
  if (words.join('').length < 2) return { products: [], shops: [] };
  const market = { ...(place ?? { latitude: 0, longitude: 0 }), now, limit, isNear: place !== undefined };
  return inTurn(() => findWords(words, market));
}

async function findWords(words: string[], market: Market): Promise<Found> {
  const found = await find(termsOf(words), market);
  if (found.products.length + found.shops.length >= Math.min(FEW, market.limit)) return found;
  const corrected = await correctedTerms(words);
  return corrected.length === 0 ? found : find([...termsOf(words), ...corrected], market);
}

/**
 * A word to look up, as a whole word or a prefix. `number` is the word of the search that it stands for; `penalty` lowers its
 * relevance.
 */
type Term = { number: number; term: string; isPrefix: boolean; penalty: number };

function termsOf(words: readonly string[]): Term[] {
  return words.flatMap((word, number) =>
    [...new Set([word, ...synonymsOf(word)])].map((term) => ({
      number,
      term,
      // One letter begins too many words.
      isPrefix: term.length > 1,
      penalty: 0,
    })),
  );
}

const SIMILAR = 5;

/** Words spelled similarly to the search words: words of the market, and synonyms of known words. */
async function correctedTerms(words: readonly string[]): Promise<Term[]> {
  const correctable = words.map((word, number) => ({ word, number })).filter(({ word }) => /^\D{3,30}$/u.test(word));
  const lists = await Promise.all(
    correctable.map(async ({ word, number }) => {
      const rows = await many(SIMILAR_WORDS, { word, near: nearWords(word) });
      const similar = [...rows.map((row) => row.word), ...similarSynonyms(word)].filter((each) => each !== word);
      return [...new Set(similar)].map((term) => ({ number, term, isPrefix: true, penalty: SIMILAR }));
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
    known.length >= 3 && known[0] === word[0] && nearWords(known).some((each) => near.has(each));
  return wordsWithSynonyms().filter(isSimilar).flatMap(synonymsOf);
}

// The first letter is rarely the wrong one. Trigrams find what differs in more than one letter of a long word.
export const SIMILAR_WORDS = sql<{ word: string; near: string[] }, { word: string }>(
  `SELECT word FROM search_words
   WHERE near IS NOT NULL AND (near && :near::text[] OR (word % :word::text AND similarity(word, :word) >= 0.4))
     AND left(word, 1) = left(:word, 1)
   ORDER BY near && :near::text[] DESC, similarity(word, :word) DESC, word LIMIT 8`,
  { readFrom: 'replica' },
);

type Market = Place & { now: Date; limit: number; isNear: boolean };

async function find(terms: readonly Term[], { isNear, ...market }: Market): Promise<Found> {
  const count = new Set(terms.map(({ number }) => number)).size;
  const found = await one(SEARCH[isNear ? 'near' : 'everywhere'][count === 1 ? 'one' : 'several'], {
    ...market,
    numbers: terms.map(({ number }) => number),
    terms: terms.map(({ term }) => term),
    // Sorts after every word that begins with the term, or before every longer one.
    ends: terms.map(({ term, isPrefix }) => term + (isPrefix ? '\u{10ffff}' : '\u0001')),
    penalties: terms.map(({ penalty }) => penalty),
    count,
  });
  return found ?? { products: [], shops: [] };
}
