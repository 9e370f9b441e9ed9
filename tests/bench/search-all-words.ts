import { wordsOf } from '@haat/contract/fold-text';
import { synonymsOf } from '@haat/contract/catalog/synonyms';
import { one, sql } from '@haat/core/db/database';
import { pausedAt } from '@haat/core/shops/paused.sql';
import { hasProducts } from '@haat/core/shops/public-shops.sql';

const MAX_WORDS = 6;
const MAX_SHOPS = 10;

type Params = {
  latitude: number;
  longitude: number;
  now: Date;
  numbers: number[];
  terms: string[];
  ends: string[];
  count: number;
  limit: number;
};

/**
 * The search that the market had first, as a measure of the present one: all words, their beginnings and synonyms, without sounds,
 * pack sizes, brands, words that are left out, and what the good is.
 */
export async function searchAllWords(search: string, place?: { latitude: number; longitude: number }): Promise<number> {
  const words = wordsOf(search).slice(0, MAX_WORDS);
  const terms = words.flatMap((word, number) =>
    [...new Set([word, ...synonymsOf(word)])].map((term) => ({ number, term })),
  );
  const found = await one(STATEMENTS[place ? 'near' : 'everywhere'][words.length === 1 ? 'one' : 'several'], {
    ...(place ?? { latitude: 0, longitude: 0 }),
    now: new Date(),
    numbers: terms.map(({ number }) => number),
    terms: terms.map(({ term }) => term),
    ends: terms.map(({ term }) => term + (term.length > 1 ? '\u{10ffff}' : '\u0001')),
    count: words.length,
    limit: 20,
  });
  return found?.products.length ?? 0;
}

const searchSql = (reach: 'near' | 'everywhere', words: 'one' | 'several') => {
  const isNear = reach === 'near';
  const { rank, hasAllWords } = words === 'one' ? RANK_OF_ONE : RANK_OF_SEVERAL;
  const hits = words === 'one' ? HITS_OF_ONE_WORD : HITS_OF_SEVERAL_WORDS;
  return sql<Params, { products: unknown[] }>(`WITH ${TERMS}, ${isNear ? SHOPS_NEAR : SHOPS_EVERYWHERE},
     hits AS (${isNear ? hitsNear('product_words', 'product_id') : hits}),
     best AS (
       SELECT product_id, is_open, metres, ${rank} AS rank
       FROM hits GROUP BY product_id, is_open, metres ${hasAllWords}
       ORDER BY rank, is_open DESC, metres, product_id DESC LIMIT 100
     ),
     page AS (
       SELECT best.product_id, best.is_open, best.metres, variant.id AS variant_id, row_number() OVER (
         ORDER BY best.rank, best.is_open DESC, variant.stock > 0 DESC, best.metres, variant.price_paise, best.product_id
       ) AS nth
       FROM best CROSS JOIN LATERAL (
         SELECT id, price_paise, stock FROM variants
         WHERE product_id = best.product_id AND deleted_at IS NULL
         ORDER BY stock > 0 DESC, position, id LIMIT 1
       ) variant
       ORDER BY nth LIMIT (SELECT :limit::int)
     ),
     shop_hits AS (${isNear ? hitsNear('shop_words', 'shop_id') : SHOP_HITS_EVERYWHERE}),
     best_shops AS (
       SELECT shop_id, is_open, metres, ${rank} AS rank
       FROM shop_hits WHERE ${hasProducts('shop_hits.shop_id')} GROUP BY shop_id, is_open, metres ${hasAllWords}
       ORDER BY rank, is_open DESC, metres, shop_id LIMIT ${MAX_SHOPS}
     )
     SELECT (${PRODUCTS}) AS products, (${SHOPS}) AS shops`);
};

// Terms that no product or shop has are not looked up further. In the order of the index, exact words come first.
const TERMS = `
  term AS MATERIALIZED (
    SELECT t.number, t.term COLLATE "C" AS term, t.upto COLLATE "C" AS upto
    FROM unnest((SELECT :numbers::int[]), (SELECT :terms::text[]), (SELECT :ends::text[])) t(number, term, upto)
    WHERE EXISTS (SELECT FROM search_words known WHERE known.word >= t.term AND known.word < t.upto)
  )`;

// The rule of contract/shops/opening-hours.ts for many shops; a test compares the two. Nearly all shops are in India, so that
// the time there is computed once.
const IS_OPEN = `
  CASE WHEN open_time = close_time OR open_time IS NULL OR close_time IS NULL THEN true
    WHEN open_time < close_time THEN local >= open_time AND local < close_time
    ELSE local >= open_time OR local < close_time END`;
const localTime = (zone: string): string => `to_char((SELECT :now::timestamptz) AT TIME ZONE ${zone}, 'HH24:MI')`;
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
    SELECT id, ${IS_OPEN} AS is_open, metres
    FROM (
      SELECT id, open_time, close_time, reach_metres, ${LOCAL_TIME} AS local, ${metres} AS metres
      FROM shops WHERE suspended_at IS NULL AND (${pausedAt()}) IS NULL AND NOT is_platform AND ${where}
      OFFSET 0
    ) public
    WHERE metres IS NULL OR metres <= reach_metres
    ${order}
  )`;
const SHOPS_NEAR = searchedShops(METRES, IN_BOX, 'ORDER BY is_open DESC, metres');

// The words that the terms mean, each with its ranks as a word of a name, of a category, and of both.
const WORD = `
  word AS MATERIALIZED (
    SELECT term.number, known.word, min(
      CASE WHEN known.word = term.term THEN ARRAY[1, 3, 0] ELSE ARRAY[2, 4, 2] END) AS ranks
    FROM term CROSS JOIN search_words_between(term.term, term.upto) known(word)
    GROUP BY term.number, known.word
  )`;
const SHOPS_EVERYWHERE = `${searchedShops('NULL::float8', 'true')}, ${WORD}`;

// 0: word of the name and of the category ("milk" of the dairy before milk chocolate), 1: word of the name, 2: beginning of
// one, 3: word of the category, 4: beginning of one.
const RANK = `
  CASE WHEN placed.word = term.term THEN (ARRAY[1, 3, 0])[placed.places & 3] ELSE (ARRAY[2, 4, 2])[placed.places & 3] END`;
const RANK_OF_ONE = { rank: 'min(rank)', hasAllWords: '' };
// Each word has the rank of its best match, and the word with the worst rank decides.
const RANK_OF_SEVERAL = {
  rank: `greatest(${Array.from({ length: MAX_WORDS }, (_, at) => `min(rank) FILTER (WHERE number = ${at})`).join(', ')})`,
  hasAllWords: 'HAVING bit_or(1 << number) = (1 << (SELECT :count::int)) - 1',
};

// Shops are in the order of distance, so that the limit leaves out the farthest.
const hitsNear = (table: 'product_words' | 'shop_words', id: 'product_id' | 'shop_id'): string => `
  SELECT placed.${id}, placed.is_open, placed.metres, term.number, ${RANK} AS rank
  FROM term CROSS JOIN LATERAL (
    SELECT found.*, shop.is_open, shop.metres
    FROM shop CROSS JOIN LATERAL (
      SELECT * FROM ${table} placed
      WHERE placed.shop_id = shop.id AND placed.word >= term.term AND placed.word < term.upto
      ORDER BY placed.word LIMIT 1000
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
  SELECT found.product_id, found.is_open, NULL::float8 AS metres, word.number, word.ranks[place.places & 3] AS rank
  FROM word CROSS JOIN (VALUES (1), (2), (3), (5), (7), (13), (15)) place(places)
  CROSS JOIN LATERAL ((${newestOf(true)}) UNION ALL (${newestOf(false)}) LIMIT 100) found`;

const HITS_OF_SEVERAL_WORDS = `
  SELECT placed.product_id, shop.is_open, NULL::float8 AS metres, typed.number, placed.rank
  FROM (SELECT DISTINCT number FROM word) typed
  CROSS JOIN LATERAL (
    SELECT found.product_id, found.shop_id, word.ranks[found.places & 3] AS rank
    FROM word CROSS JOIN LATERAL (
      SELECT * FROM product_words placed WHERE placed.word = word.word ORDER BY places, product_id LIMIT 10000
    ) found
    WHERE word.number = typed.number LIMIT 10000
  ) placed
  JOIN shop ON shop.id = placed.shop_id`;

const SHOP_HITS_EVERYWHERE = `
  SELECT placed.shop_id, shop.is_open, shop.metres, term.number, ${RANK} AS rank
  FROM term CROSS JOIN LATERAL (
    SELECT * FROM shop_words placed
    WHERE placed.word >= term.term AND placed.word < term.upto
    ORDER BY placed.word LIMIT 5000
  ) placed
  JOIN shop ON shop.id = placed.shop_id`;

const shopJson = (found: 'page' | 'best'): string => `
  json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'address', shop.address, 'trade', shop.trade,
    'minOrderPaise', shop.min_order_paise, 'picture', shop.picture, 'openTime', shop.open_time,
    'closeTime', shop.close_time, 'timeZone', shop.time_zone, 'isOpen', ${found}.is_open, 'distanceMetres', ${found}.metres)`;

const PRODUCTS = `
  SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'image', p.image, 'variantId', v.id,
    'pricePaise', v.price_paise, 'mrpPaise', v.mrp_paise, 'stock', v.stock, 'sizeId', size.id, 'sizeName', size.name,
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

const STATEMENTS = {
  near: { one: searchSql('near', 'one'), several: searchSql('near', 'several') },
  everywhere: { one: searchSql('everywhere', 'one'), several: searchSql('everywhere', 'several') },
};
