import type { Knex } from 'knex';

/** The words of names as contract/fold-text.ts divides them, with the word that names the good, also in Hindi. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(PLACES);
  await knex.raw(FOLD_TEXT);
  await knex.raw(ORDERED_WORDS);
  await knex.raw(FOLDED_WORDS);
  await knex.raw(HEAD_OF);
  await knex.raw(ADD_PRODUCT_WORDS);
  await knex.raw(ON_UPDATE);
}

// 1: of a name, 2: of a category, 4: names the good, 8: is its whole name.
const PLACES = `
  ALTER TABLE product_words DROP CONSTRAINT product_words_places_check,
    ADD CONSTRAINT product_words_places_check CHECK (places BETWEEN 1 AND 15)`;

const FOLD_TEXT = String.raw`
  CREATE FUNCTION fold_text(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f\u093c\u200c\u200d]', '', 'g'))
  $$`;

const ORDERED_WORDS = String.raw`
  CREATE FUNCTION ordered_words(folded text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(
      SELECT left(word, 64)
      FROM regexp_split_to_table(
        CASE WHEN folded ~ '[0-9]'
          THEN regexp_replace(regexp_replace(folded, '([0-9])([^0-9])', '\1 \2', 'g'), '([^0-9])([0-9])', '\1 \2', 'g')
          ELSE folded END,
        '[^0-9a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0963\u0966-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+'
      ) WITH ORDINALITY each(word, nth)
      WHERE word <> '' ORDER BY nth
    )
  $$`;

const FOLDED_WORDS = `
  CREATE OR REPLACE FUNCTION folded_words(text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
    SELECT ARRAY(SELECT DISTINCT word FROM unnest(ordered_words(fold_text($1))) word)
  $$`;

// Up to what describes the good.
const HEAD_OF = String.raw`
  CREATE FUNCTION head_of(folded text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT substr(folded, 1, coalesce(
      nullif(regexp_instr(folded, '[,(\[:;|/0-9\u2013\u2014]| - | (?:with|for|in|of|at) '), 0) - 1, length(folded)))
  $$`;

const ADD_PRODUCT_WORDS = `
  CREATE OR REPLACE FUNCTION add_product_words(ids bigint[]) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' SET search_path FROM CURRENT AS $$
  DECLARE words text[];
  BEGIN
    WITH placed AS (
      SELECT p.shop_id, p.id, placed.word, placed.place
      FROM products p
      CROSS JOIN LATERAL (
        SELECT fold_text(p.name) AS folded
        UNION ALL
        SELECT fold_text(coalesce(p.hindi_name, (SELECT min(name_hi) FROM known_products WHERE lower(name) = lower(p.name))))
      ) named
      CROSS JOIN LATERAL (SELECT head_of(named.folded) AS head OFFSET 0) divided
      CROSS JOIN LATERAL (
        SELECT ordered_words(divided.head) AS head, ordered_words(substr(named.folded, length(divided.head) + 1)) AS rest OFFSET 0
      ) words
      CROSS JOIN LATERAL (
        SELECT word, CASE
          WHEN nth <> coalesce(nullif(cardinality(words.head), 0), cardinality(words.rest)) THEN 1 WHEN nth = 1 THEN 13 ELSE 5 END AS place
        FROM unnest(words.head || words.rest) WITH ORDINALITY each(word, nth)
      ) placed
      WHERE p.id = ANY(ids) AND p.is_published AND p.deleted_at IS NULL AND named.folded IS NOT NULL
      UNION ALL
      SELECT p.shop_id, p.id, word, 2
      FROM products p
      JOIN categories category ON category.id = p.category_id
      LEFT JOIN categories parent ON parent.id = category.parent_id
      CROSS JOIN LATERAL unnest(folded_words(concat_ws(' ', category.name, parent.name))) word
      WHERE p.id = ANY(ids) AND p.is_published AND p.deleted_at IS NULL
    ), added AS (
      INSERT INTO product_words (word, shop_id, product_id, places)
      SELECT word, shop_id, id, bit_or(place) FROM placed
      GROUP BY shop_id, word, id
      ORDER BY shop_id, word, id
      RETURNING word
    )
    SELECT array_agg(DISTINCT word) INTO words FROM added;
    PERFORM add_search_words(words);
  END
  $$`;

const ON_UPDATE = `
  DROP TRIGGER products_index_updated ON products;
  CREATE TRIGGER products_index_updated AFTER UPDATE OF name, hindi_name, category_id, is_published, deleted_at ON products
    FOR EACH ROW
    WHEN ((OLD.name, OLD.hindi_name, OLD.category_id, OLD.is_published, OLD.deleted_at) IS DISTINCT FROM (NEW.name,
      NEW.hindi_name, NEW.category_id, NEW.is_published, NEW.deleted_at))
    EXECUTE FUNCTION index_changed_product()`;

/** Never: the version before searches these words as well. knex wants the function. */
export async function down(): Promise<void> {
  throw new Error('The words are not reverted.');
}
