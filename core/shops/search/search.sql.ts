import { sql } from '../../db/database.ts';
import { isInStock, itemsOf, type ProductListing } from '../../catalog/product-listing.sql.ts';
import type { ShopListing } from '../list-all-shops.ts';
import { isOpen, openingHours } from '../opening-hours.sql.ts';
import { pausedAt } from '../paused.sql.ts';
import { hasProducts } from '../public-shops.sql.ts';
import { MAX_WORDS, RANKS } from '@haat/contract/catalog/search-words';

/** Degrees. */
export type Place = { latitude: number; longitude: number };

export type FoundShop = Omit<ShopListing, 'pausedAt'> & {
  isOpen: boolean;
  /** Null without a place. */
  distanceMetres: number | null;
};

export type FoundProduct = ProductListing & { shop: FoundShop };

export type Found = { products: FoundProduct[]; shops: FoundShop[] };

/** `words`: for each product, the words of the search that it has; `known`: the words that any product has. Bits by their number. */
export type FoundRows = Found & { words: number[]; known: number };

/** A word that is looked up in addition to the search, for the goods of a brand, has a number from here on. */
export const MAX_NUMBERS = 2 * MAX_WORDS;
const MAX_SHOPS = 10;

/**
 * `numbers`, `terms`, `ends` and `penalties` are lists of the terms to look up: the word of the search that a term stands for,
 * the range of words that it means, and what lowers its relevance. `needed` and `strong`: the words that all products should have,
 * and those without which nothing is found, as bits by their number. `sizes`: spellings of the pack size, without blanks.
 */
export type SearchParams = Place & {
  now: Date;
  numbers: number[];
  terms: string[];
  ends: string[];
  penalties: number[];
  needed: number;
  strong: number;
  sizes: string[];
  limit: number;
  /** In paise, the lowest and the highest price; of the statements with prices. */
  least?: number;
  most?: number;
};

/**
 * The statement that finds products and shops. Every parameter stands in a subquery, so that its value does not change the
 * estimates: PostgreSQL then plans the statement once per connection; planning takes about as long as running it. Each index
 * lookup is in a LATERAL with a LIMIT, so that no size of the tables leads to reading them whole.
 */
const searchSql = (reach: 'near' | 'everywhere', most: number, isPriced: boolean) => {
  const isNear = reach === 'near';
  const rank = most === 1 ? 'min(rank)' : rankOfSeveral(most);
  // The newest products of one word may have other prices.
  const hits = most === 1 && !isPriced ? HITS_OF_ONE_WORD : HITS_OF_SEVERAL_WORDS;
  return sql<SearchParams, FoundRows>(
    `WITH ${TERMS}, ${isNear ? SHOPS_NEAR : SHOPS_EVERYWHERE}, ${WORD}, ${TYPED},
     hits AS (${isNear ? hitsNear('product_words', 'product_id', 'typed') : hits}),
     ${most === 1 ? bestOfOne(isPriced) : bestOfSeveral(most, isPriced)},
     wanted AS MATERIALIZED (
       SELECT coalesce(array_agg(id), '{}') AS units FROM units WHERE replace(lower(name), ' ', '') = ANY((SELECT :sizes::text[])::text[])
     ),
     page AS (
       SELECT best.product_id, best.is_open, best.metres, best.words, variant.id AS variant_id, row_number() OVER (
         ORDER BY bit_count(best.words::bit(16)) DESC, best.rank, best.is_open DESC, ${isInStock('variant')} DESC,
           variant.is_size DESC, best.metres, variant.price_paise, best.product_id
       ) AS nth
       FROM best CROSS JOIN LATERAL (
         SELECT id, price_paise, stock, content, coalesce(unit_id = ANY((SELECT units FROM wanted)::bigint[]), false) AS is_size
         FROM variants
         WHERE product_id = best.product_id AND deleted_at IS NULL ${isPriced ? `AND ${IN_RANGE}` : ''}
         ORDER BY stock >= content DESC, is_size DESC, position, id LIMIT 1
       ) variant
       ORDER BY nth LIMIT (SELECT :limit::int)
     ),
     shop_hits AS (${isNear ? hitsNear('shop_words', 'shop_id', 'shop_typed') : SHOP_HITS_EVERYWHERE}),
     matched_shops AS MATERIALIZED (
       SELECT shop_id, is_open, metres, ${rank} AS rank
       FROM shop_hits GROUP BY shop_id, is_open, metres
       HAVING ${MATCHED} & (SELECT :needed::int) = (SELECT :needed::int)
     ),
     best_shops AS (
       SELECT * FROM matched_shops WHERE ${hasProducts('matched_shops.shop_id')}
       ORDER BY rank, is_open DESC, metres, shop_id LIMIT ${MAX_SHOPS}
     )
     SELECT (${PRODUCTS}) AS products, (${SHOPS}) AS shops,
       ARRAY(${isPriced ? 'SELECT DISTINCT words FROM matched' : 'SELECT words FROM page ORDER BY nth'}) AS words,
       (SELECT coalesce(bit_or(words), 0) FROM matched) AS known`,
    { readFrom: 'replica' },
  );
};

// Whether a product is found by the search does not depend on its price: a price that nothing has is no spelling mistake.
const IN_RANGE = 'price_paise BETWEEN (SELECT :least::int) AND (SELECT :most::int)';
// A scalar subquery: PostgreSQL would read all variants into a hash table for EXISTS.
const hasPrice = (isPriced: boolean): string =>
  isPriced
    ? `(SELECT true FROM variants WHERE variants.product_id = found.product_id AND deleted_at IS NULL AND ${IN_RANGE} LIMIT 1)`
    : 'true';

// Terms that no product or shop has are not looked up further. In the order of the index, exact words come first.
const TERMS = `
  term AS MATERIALIZED (
    SELECT t.number, t.term COLLATE "C" AS term, t.upto COLLATE "C" AS upto, t.penalty
    FROM unnest((SELECT :numbers::int[]), (SELECT :terms::text[]), (SELECT :ends::text[]), (SELECT :penalties::int[]))
      t(number, term, upto, penalty)
    WHERE EXISTS (SELECT FROM search_words known WHERE known.word >= t.term AND known.word < t.upto)
  )`;

// Nearly all shops are in India, so that the time there is computed once.
const localTime = (zone: string): string => `(SELECT :now::timestamptz) AT TIME ZONE ${zone}`;
const LOCAL_TIME = `
  CASE WHEN time_zone = 'Asia/Kolkata' THEN (SELECT ${localTime("'Asia/Kolkata'")}) ELSE ${localTime('time_zone')} END`;

// The same as earth_distance, which converts each point and takes five times as long.
const METRES = `
  2 * earth() * asin(sqrt(
    sin(radians(latitude - (SELECT :latitude::float8)) / 2) ^ 2 +
    cos(radians(latitude)) * cos(radians((SELECT :latitude::float8))) *
      sin(radians(longitude - (SELECT :longitude::float8)) / 2) ^ 2))`;
// The index looks up a box as wide as the widest reach.
const IN_BOX = `
  latitude IS NOT NULL AND longitude IS NOT NULL
  AND earth_box((SELECT earth_point(:latitude, :longitude)), (SELECT max(reach_metres) FROM shops
    WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL))
    @> earth_point(latitude, longitude)`;

// The shops that are searched. OFFSET 0 keeps PostgreSQL from computing distance and time once per use.
const searchedShops = (metres: string, where: string, order = ''): string => `
  shop AS MATERIALIZED (
    SELECT id, ${isOpen('local')} AS is_open, metres
    FROM (
      SELECT id, hours, open_week, reach_metres, ${LOCAL_TIME} AS local, ${metres} AS metres
      FROM shops WHERE suspended_at IS NULL AND (${pausedAt()}) IS NULL AND NOT is_platform AND ${where}
      OFFSET 0
    ) public
    WHERE metres IS NULL OR metres <= reach_metres
    ${order}
  )`;
const SHOPS_NEAR = searchedShops(METRES, IN_BOX, 'ORDER BY is_open DESC, metres');
const SHOPS_EVERYWHERE = searchedShops('NULL::float8', 'true');

// The ranks of contract/catalog/search-words.ts by the places of a word (product_words.places).
const { plain, goodOfCategory, good, nameAndCategory, name, category, beginsGood, beginsName, beginsCategory } = RANKS;
const ranksOf = (byPlaces: Record<number, number>): string =>
  `'{${Array.from({ length: 15 }, (_, at) => byPlaces[at + 1] ?? plain).join(',')}}'::int[]`;
const EXACT = ranksOf({ 1: name, 2: category, 3: nameAndCategory, 5: good, 7: goodOfCategory });
const BEGINNING = ranksOf({
  1: beginsName,
  2: beginsCategory,
  3: beginsName,
  5: beginsGood,
  7: beginsGood,
  13: beginsGood,
  15: beginsGood,
});

// The words that the terms mean, each with its penalty and its ranks by its places.
const WORD = `
  word AS MATERIALIZED (
    SELECT term.number, known.word, min(term.penalty || (CASE WHEN known.word = term.term THEN ${EXACT} ELSE ${BEGINNING} END)) AS ranks
    FROM term CROSS JOIN search_words_between(term.term, term.upto) known(word)
    GROUP BY term.number, known.word
  )`;
const RANK = 'typed.ranks[1] + typed.ranks[placed.places + 1]';

// One lookup finds all words of a rank. Few words are a shop's, so that most shops are not looked up.
const TYPED = `
  typed AS MATERIALIZED (
    SELECT number, ranks, array_agg(word) AS words FROM word GROUP BY number, ranks ORDER BY number, ranks
  ),
  shop_typed AS MATERIALIZED (
    SELECT number, ranks, array_agg(word) AS words
    FROM word WHERE EXISTS (SELECT FROM shop_words known WHERE known.word = word.word)
    GROUP BY number, ranks
  )`;

// Each word has the rank of its best match, and the word with the worst rank decides, then the one with the best.
const rankOfSeveral = (most: number): string =>
  `greatest(${Array.from({ length: most }, (_, at) => `min(rank) FILTER (WHERE number = ${at})`).join(', ')}) * 32 + min(rank)`;
const MATCHED = 'bit_or(1 << number)';
const SCORE = `CASE WHEN words & (SELECT :needed::int) = (SELECT :needed::int) THEN 100
  ELSE bit_count((words & (SELECT :strong::int))::bit(16)) END`;

const bestOfOne = (isPriced: boolean): string => `
     best AS (
       SELECT product_id, is_open, metres, min(rank) AS rank, 1 AS words
       FROM hits found WHERE ${hasPrice(isPriced)} GROUP BY product_id, is_open, metres
       ORDER BY rank, is_open DESC, metres, product_id DESC LIMIT 100
     ),
     matched AS (SELECT 1 AS words FROM ${isPriced ? 'hits' : 'best'} LIMIT 1)`;
// Products with all words, or else those with the most; among them, more words come first.
const bestOfSeveral = (most: number, isPriced: boolean): string => `
     matched AS MATERIALIZED (
       SELECT product_id, is_open, metres, ${rankOfSeveral(most)} AS rank, ${MATCHED} AS words
       FROM hits GROUP BY product_id, is_open, metres
     ),
     level AS (SELECT words, ${SCORE} AS score FROM (SELECT DISTINCT words FROM matched) each),
     best AS (
       SELECT * FROM matched found
       WHERE words IN (SELECT words FROM level WHERE score > 0 AND score = (SELECT max(score) FROM level))
         AND ${hasPrice(isPriced)}
       ORDER BY bit_count(words::bit(16)) DESC, rank, is_open DESC, metres, product_id DESC LIMIT 100
     )`;

// Shops are in the order of distance, so that the limit leaves out the farthest.
const hitsNear = (table: 'product_words' | 'shop_words', id: 'product_id' | 'shop_id', typed: string): string => `
  SELECT placed.${id}, placed.is_open, placed.metres, typed.number, ${RANK} AS rank
  FROM ${typed} typed CROSS JOIN LATERAL (
    SELECT found.*, shop.is_open, shop.metres
    FROM shop CROSS JOIN LATERAL (
      SELECT ${id}, places FROM ${table} placed
      WHERE placed.shop_id = shop.id AND placed.word = ANY(typed.words)
      LIMIT 1000
    ) found
    LIMIT 5000
  ) placed`;

// The newest products of one word, open shops first: no more than can be among the best. `IS TRUE` makes PostgreSQL look the
// shops up in a hash table.
const newestOf = (isOpen: boolean): string => `
  SELECT newest.product_id, ${isOpen} AS is_open
  FROM (
    SELECT product_id, shop_id FROM product_words placed
    WHERE placed.word = word.word AND placed.places = place.places
    ORDER BY product_id DESC LIMIT 5000
  ) newest
  WHERE (newest.shop_id IN (SELECT id FROM shop WHERE is_open = ${isOpen})) IS TRUE LIMIT 100`;
const HITS_OF_ONE_WORD = `
  SELECT found.product_id, found.is_open, NULL::float8 AS metres, word.number, word.ranks[1] + word.ranks[place.places + 1] AS rank
  FROM word CROSS JOIN (VALUES (13), (15), (7), (5), (3), (1), (2)) place(places)
  CROSS JOIN LATERAL ((${newestOf(true)}) UNION ALL (${newestOf(false)}) LIMIT 100) found`;

const HITS_OF_SEVERAL_WORDS = `
  SELECT placed.product_id, shop.is_open, NULL::float8 AS metres, typed.number, placed.rank
  FROM (SELECT DISTINCT number FROM word) typed
  CROSS JOIN LATERAL (
    SELECT found.product_id, found.shop_id, word.ranks[1] + word.ranks[found.places + 1] AS rank
    FROM word CROSS JOIN LATERAL (
      SELECT * FROM product_words placed WHERE placed.word = word.word ORDER BY places DESC, product_id DESC LIMIT 10000
    ) found
    WHERE word.number = typed.number LIMIT 10000
  ) placed
  JOIN shop ON shop.id = placed.shop_id`;

const SHOP_HITS_EVERYWHERE = `
  SELECT placed.shop_id, shop.is_open, shop.metres, typed.number, ${RANK} AS rank
  FROM shop_typed typed CROSS JOIN LATERAL (
    SELECT shop_id, places FROM shop_words placed WHERE placed.word = ANY(typed.words) LIMIT 5000
  ) placed
  JOIN shop ON shop.id = placed.shop_id`;

const shopJson = (found: 'page' | 'best'): string => `
  json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'address', shop.address, 'trade', shop.trade,
    'minOrderPaise', shop.min_order_paise, 'picture', shop.picture, 'opening', ${openingHours('shop')},
    'isOpen', ${found}.is_open, 'distanceMetres', ${found}.metres)`;

const PRODUCTS = `
  SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'image', p.image, 'variantId', v.id,
    'pricePaise', v.price_paise, 'mrpPaise', v.mrp_paise, 'stock', ${itemsOf('v')}, 'sizeId', size.id, 'sizeName', size.name,
    'colorId', color.id, 'colorName', color.name, 'unitId', unit.id, 'unitName', unit.name,
    'variantCount', (SELECT count(*) FROM variants WHERE product_id = p.id AND deleted_at IS NULL),
    'shop', ${shopJson('page')}) ORDER BY page.nth), '[]')
  FROM page
  JOIN products p ON p.id = page.product_id
  JOIN shops shop ON shop.id = p.shop_id
  JOIN variants v ON v.id = page.variant_id
  LEFT JOIN sizes size ON size.id = v.size_id
  LEFT JOIN colors color ON color.id = v.color_id
  LEFT JOIN units unit ON unit.id = v.unit_id`;

const SHOPS = `
  SELECT coalesce(json_agg(${shopJson('best')}
    ORDER BY best.rank, best.is_open DESC, best.metres, best.shop_id), '[]')
  FROM best_shops best JOIN shops shop ON shop.id = best.shop_id`;

const searches = (isPriced: boolean) => ({
  near: {
    one: searchSql('near', 1, isPriced),
    few: searchSql('near', 3, isPriced),
    several: searchSql('near', MAX_NUMBERS, isPriced),
  },
  everywhere: {
    one: searchSql('everywhere', 1, isPriced),
    few: searchSql('everywhere', 3, isPriced),
    several: searchSql('everywhere', MAX_NUMBERS, isPriced),
  },
});

/** By whether a place is given, and whether the search has one word. */
export const SEARCH = searches(false);
/** The same for products of a price. */
export const PRICED_SEARCH = searches(true);
