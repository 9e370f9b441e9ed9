import { wordsOf } from '@haat/contract/rules/fold-text';
import { synonymsOf, wordsWithSynonyms } from '@haat/contract/rules/synonyms';
import { many, sql } from '../../db/database.ts';

/** Degrees. */
type Place = { latitude: number; longitude: number };
type Request = { search: string; place?: Place | undefined; limit?: number; now?: Date };

type Hours = { openTime: string | null; closeTime: string | null; timeZone: string };
export type FoundShop = Hours & {
  id: number;
  slug: string;
  name: string | null;
  address: string | null;
  trade: string | null;
  minOrderPaise: number | null;
  picture: string | null;
  isOpen: boolean;
  /** Null without a place. */
  distanceMetres: number | null;
};

export type FoundProduct = {
  id: number;
  name: string;
  image: string | null;
  variantId: number;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
  sizeId: number | null;
  sizeName: string | null;
  colorId: number | null;
  colorName: string | null;
  unitId: number | null;
  unitName: string | null;
  variantCount: number;
  shop: FoundShop;
};

export type Found = { products: FoundProduct[]; shops: FoundShop[] };

/** Further words of a search are ignored. */
const MAX_WORDS = 6;
/** With fewer results, a spelling mistake is likely. */
const FEW = 3;
const MAX_SHOPS = 10;

/**
 * Finds published products of public shops that are not paused, and such shops, by the words of their names and categories;
 * with a place, only in shops whose reach includes it. Each word of the search must match a word, or the beginning of one, by
 * itself or by a synonym. When little is found, words with similar spelling match, too. A search of one character finds
 * nothing.
 *
 * Relevance decides first: an exact word before the beginning of one, the name before the category, the spelling as typed
 * before a similar one. Then open shops, products in stock, the nearest and the cheapest. Stock and price decide among the
 * 100 best matches of the other criteria only.
 */
export async function searchMarket({ search, place, limit = 20, now = new Date() }: Request): Promise<Found> {
  const words = wordsOf(search).slice(0, MAX_WORDS);
  if (words.join('').length < 2) return { products: [], shops: [] };
  const market = { ...(place ?? { latitude: 0, longitude: 0 }), now, limit, isNear: place !== undefined };
  const found = await find(termsOf(words), market);
  if (found.products.length + found.shops.length >= Math.min(FEW, limit)) return found;
  const corrected = await correctedTerms(words);
  return corrected.length === 0 ? found : find([...termsOf(words), ...corrected], market);
}

/**
 * A word to look up: as it is, or as the beginning of words. `number` is the word of the search that it stands for; `penalty`
 * lowers its relevance.
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

/** Words that are spelled like those of the search: words of the market, and synonyms of known words. */
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
 * A word and what is left of it without each of its letters, also without the s of a plural, as the function `near_words` of
 * the database has it.
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
   WHERE (near && :near::text[] OR (word % :word::text AND similarity(word, :word) >= 0.4))
     AND left(word, 1) = left(:word, 1)
   ORDER BY near && :near::text[] DESC, similarity(word, :word) DESC, word LIMIT 8`,
  'similar-words',
);

type Market = Place & { now: Date; limit: number; isNear: boolean };

async function find(terms: readonly Term[], { isNear, ...market }: Market): Promise<Found> {
  const params = {
    ...market,
    numbers: terms.map(({ number }) => number),
    terms: terms.map(({ term }) => term),
    // Sorts after every word that begins with the term, or before every longer one.
    ends: terms.map(({ term, isPrefix }) => term + (isPrefix ? '\u{10ffff}' : '\u0001')),
    penalties: terms.map(({ penalty }) => penalty),
    count: new Set(terms.map(({ number }) => number)).size,
  };
  const statements = isNear ? SEARCH_NEAR : SEARCH_ALL;
  const [products, shops] = await Promise.all([
    many(statements.products, params).then(readFound),
    many(statements.shops, { ...params, limit: MAX_SHOPS }),
  ]);
  return { products, shops };
}

export type SearchParams = Place & {
  now: Date;
  numbers: number[];
  terms: string[];
  ends: string[];
  penalties: number[];
  count: number;
  limit: number;
};

// The rule of contract/rules/opening-hours.ts for all shops at once: a test holds the two together. Nearly all shops are in
// India, so that the time there is computed once.
const IS_OPEN = `
  CASE WHEN open_time = close_time OR open_time IS NULL OR close_time IS NULL THEN true
    WHEN open_time < close_time THEN local >= open_time AND local < close_time
    ELSE local >= open_time OR local < close_time END`;
const localTime = (zone: string): string => `to_char(:now::timestamptz AT TIME ZONE ${zone}, 'HH24:MI')`;
const LOCAL_TIME = `
  CASE WHEN time_zone = 'Asia/Kolkata' THEN (SELECT ${localTime("'Asia/Kolkata'")}) ELSE ${localTime('time_zone')} END`;

const POINT = 'll_to_earth(latitude, longitude)';
// A subquery, so that it is computed once and not for each shop.
const HERE = '(SELECT ll_to_earth(:latitude, :longitude))';

// The box, as wide as the widest reach, is what the index can look up.
const IN_BOX = `AND latitude IS NOT NULL AND longitude IS NOT NULL
        AND earth_box(${HERE}, (SELECT max(reach_metres) FROM shops
          WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL)) @> ${POINT}`;

/** The shops that are searched. OFFSET 0 keeps PostgreSQL from computing distance and time once per use. */
const searchedShops = (isNear: boolean): string => `
  shop AS MATERIALIZED (
    SELECT id, ${IS_OPEN} AS is_open, metres
    FROM (
      SELECT id, open_time, close_time, reach_metres, ${LOCAL_TIME} AS local,
        ${isNear ? `earth_distance(${POINT}, ${HERE})` : 'NULL::double precision'} AS metres
      FROM shops
      WHERE suspended_at IS NULL AND paused_at IS NULL AND NOT is_platform
        ${isNear ? IN_BOX : ''}
      OFFSET 0
    ) public
    ${isNear ? 'WHERE metres <= reach_metres' : ''}
  )`;

// 0: word of the name and of the category ("milk" of the dairy before milk chocolate), 1: word of the name, 2: beginning of
// one, 3: word of the category, 4: beginning of one.
const RANK = `
  t.penalty + CASE WHEN w.word = t.term THEN (ARRAY[1, 3, 0])[w.places] ELSE (ARRAY[2, 4, 2])[w.places] END`;

// A limit per term bounds the time for words such as "s", and the estimate of the planner. In the order of the index, exact words
// come first. `IS TRUE` makes PostgreSQL look the shops up in a hash table, however few it expects.
const hitsIn = (table: 'product_words' | 'shop_words', columns: string) => `
  SELECT ${columns}, t.number, min(${RANK}) AS rank
  FROM unnest(:numbers::int[], :terms::text[], :ends::text[], :penalties::int[]) t(number, term, upto, penalty)
  CROSS JOIN LATERAL (
    SELECT * FROM ${table} placed
    WHERE placed.word >= t.term COLLATE "C" AND placed.word < t.upto COLLATE "C"
      AND (placed.shop_id IN (SELECT id FROM shop)) IS TRUE
    ORDER BY placed.word LIMIT 5000
  ) w
  GROUP BY ${columns}, t.number`;

type PageRow = Pick<FoundProduct, 'variantCount'> &
  Pick<FoundShop, 'isOpen' | 'distanceMetres'> & { productId: number; variantId: number };

// A FULL JOIN is always a hash or merge join. PostgreSQL underestimates how many shops are in reach and would otherwise compare
// each of them with each match.
const searchSql = (isNear: boolean) => ({
  products: sql<SearchParams, PageRow>(
    `WITH ${searchedShops(isNear)},
     hits AS (
       ${hitsIn('product_words', 'w.product_id, w.shop_id')}
     ),
     matches AS (
       SELECT product_id, shop_id, max(rank) AS rank FROM hits GROUP BY product_id, shop_id HAVING count(*) = :count
     ),
     best AS (
       SELECT matches.product_id, matches.rank, shop.is_open, shop.metres
       FROM matches FULL JOIN shop ON shop.id = matches.shop_id
       WHERE coalesce(matches.product_id, 0) > 0
       ORDER BY matches.rank, shop.is_open DESC, shop.metres, matches.product_id DESC LIMIT 100
     )
     SELECT best.product_id, variant.id AS variant_id, variant.variant_count, best.is_open, best.metres AS distance_metres
     FROM best
     CROSS JOIN LATERAL (
       SELECT id, price_paise, stock, count(*) OVER () AS variant_count FROM variants
       WHERE product_id = best.product_id AND deleted_at IS NULL
       ORDER BY stock > 0 DESC, position, id LIMIT 1
     ) variant
     ORDER BY best.rank, best.is_open DESC, variant.stock > 0 DESC, best.metres, variant.price_paise, best.product_id
     LIMIT :limit`,
    `search-products-${isNear ? 'near' : 'all'}`,
  ),
  shops: sql<SearchParams, FoundShop>(
    `WITH ${searchedShops(isNear)},
     hits AS (
       ${hitsIn('shop_words', 'w.shop_id')}
     ),
     matches AS (SELECT shop_id, max(rank) AS rank FROM hits GROUP BY shop_id HAVING count(*) = :count)
     SELECT shops.id, shops.slug, shops.name, shops.address, shops.trade, shops.min_order_paise, shops.picture,
       shops.open_time, shops.close_time, shops.time_zone, shop.is_open,
       shop.metres AS distance_metres
     FROM matches JOIN shop ON shop.id = matches.shop_id JOIN shops ON shops.id = matches.shop_id
     ORDER BY matches.rank, shop.is_open DESC, shop.metres, shop.id LIMIT :limit`,
    `search-shops-${isNear ? 'near' : 'all'}`,
  ),
});

export const SEARCH_NEAR = searchSql(true);
export const SEARCH_ALL = searchSql(false);

/** What is shown of the products of a page. What was hidden or deleted since the page was read is left out. */
async function readFound(page: readonly PageRow[]): Promise<FoundProduct[]> {
  if (page.length === 0) return [];
  return many(FOUND_PRODUCTS, {
    productIds: page.map(({ productId }) => productId),
    variantIds: page.map(({ variantId }) => variantId),
    counts: page.map(({ variantCount }) => variantCount),
    open: page.map(({ isOpen }) => isOpen),
    metres: page.map(({ distanceMetres }) => distanceMetres),
  });
}

type FoundParams = {
  productIds: number[];
  variantIds: number[];
  counts: number[];
  open: boolean[];
  metres: (number | null)[];
};

// A statement of its own, as the search would otherwise be planned anew each time, which takes longer than this.
const FOUND_PRODUCTS = sql<FoundParams, FoundProduct>(
  `SELECT p.id, p.name, p.image, v.id AS variant_id, v.price_paise, v.mrp_paise, v.stock, page.variant_count,
     size.id AS size_id, size.name AS size_name, color.id AS color_id, color.name AS color_name,
     unit.id AS unit_id, unit.name AS unit_name,
     json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'address', shop.address,
       'trade', shop.trade, 'minOrderPaise', shop.min_order_paise,
       'picture', shop.picture, 'openTime', shop.open_time, 'closeTime', shop.close_time, 'timeZone', shop.time_zone, 'isOpen', page.is_open,
       'distanceMetres', page.metres) AS shop
   FROM unnest(:productIds::bigint[], :variantIds::bigint[], :counts::int[], :open::boolean[], :metres::float8[])
     WITH ORDINALITY page(product_id, variant_id, variant_count, is_open, metres, nth)
   JOIN products p ON p.id = page.product_id AND p.is_published AND p.deleted_at IS NULL
   JOIN shops shop ON shop.id = p.shop_id AND shop.suspended_at IS NULL AND shop.paused_at IS NULL
   JOIN variants v ON v.id = page.variant_id AND v.deleted_at IS NULL
   LEFT JOIN sizes size ON size.id = v.size_id
   LEFT JOIN colors color ON color.id = v.color_id
   LEFT JOIN units unit ON unit.id = v.unit_id
   ORDER BY page.nth`,
  'found-products',
);
