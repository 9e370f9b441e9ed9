import type { Knex } from 'knex';

/** The words of names as contract/fold-text.ts divides them, with the word that names the good, also in Hindi. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(PLACES);
  await knex.raw(FOLD_TEXT);
  await knex.raw(ORDERED_WORDS);
  await knex.raw(FOLDED_WORDS);
  await knex.raw(HEAD_OF);
  await knex.raw(ADD_PRODUCT_WORDS);
  await knex.raw(onUpdate('name, hindi_name, category_id, is_published, deleted_at'));
  await knex.raw(ON_SHARED_NAMES);
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

const onUpdate = (columns: string): string => {
  const of = (row: string) =>
    columns
      .split(', ')
      .map((column) => `${row}.${column}`)
      .join(', ');
  return `
  DROP TRIGGER products_index_updated ON products;
  CREATE TRIGGER products_index_updated AFTER UPDATE OF ${columns} ON products
    FOR EACH ROW
    WHEN ((${of('OLD')}) IS DISTINCT FROM (${of('NEW')}))
    EXECUTE FUNCTION index_changed_product()`;
};

// A product without a Hindi name of its own has the shared one. The products are locked first, as for a renamed category.
const ON_SHARED_NAMES = `
  CREATE FUNCTION index_shared_names() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  DECLARE names text[];
  DECLARE ids bigint[];
  BEGIN
    IF TG_OP = 'INSERT' THEN
      names := ARRAY(SELECT lower(name) FROM changed WHERE name_hi IS NOT NULL);
    ELSIF TG_OP = 'DELETE' THEN
      names := ARRAY(SELECT lower(name) FROM before WHERE name_hi IS NOT NULL);
    ELSE
      names := ARRAY(
        SELECT lower(given.name) FROM before JOIN changed USING (id)
        CROSS JOIN LATERAL unnest(ARRAY[before.name, changed.name]) given(name)
        WHERE (before.name, before.name_hi) IS DISTINCT FROM (changed.name, changed.name_hi)
      );
    END IF;
    IF cardinality(names) > 0 THEN
      ids := ARRAY(
        SELECT id FROM products WHERE lower(name) = ANY(names) AND hindi_name IS NULL ORDER BY id FOR NO KEY UPDATE
      );
      PERFORM index_products(ids);
    END IF;
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER known_products_index_inserted AFTER INSERT ON known_products REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION index_shared_names();
  CREATE TRIGGER known_products_index_updated AFTER UPDATE ON known_products
    REFERENCING OLD TABLE AS before NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION index_shared_names();
  CREATE TRIGGER known_products_index_deleted AFTER DELETE ON known_products REFERENCING OLD TABLE AS before
    FOR EACH STATEMENT EXECUTE FUNCTION index_shared_names()`;

/** Divides the names again as the version before does. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER known_products_index_inserted ON known_products;
    DROP TRIGGER known_products_index_updated ON known_products;
    DROP TRIGGER known_products_index_deleted ON known_products;
    DROP FUNCTION index_shared_names;
    TRUNCATE product_words;
    ALTER TABLE product_words DROP CONSTRAINT product_words_places_check,
      ADD CONSTRAINT product_words_places_check CHECK (places BETWEEN 1 AND 3)`);
  await knex.raw(onUpdate('name, category_id, is_published, deleted_at'));
  await knex.raw(FOLDED_WORDS_BEFORE);
  await knex.raw(ADD_PRODUCT_WORDS_BEFORE);
  await knex.raw('DROP FUNCTION fold_text, ordered_words, head_of');
  // 100,000 products took 12 seconds.
  await knex.raw(`SELECT add_product_words(ARRAY(SELECT id FROM products)), index_shops(ARRAY(SELECT id FROM shops))`);
}

const FOLDED_WORDS_BEFORE = String.raw`
  CREATE OR REPLACE FUNCTION folded_words(text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(
      SELECT DISTINCT left(word, 64)
      FROM regexp_split_to_table(
        lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f\u093c\u200c\u200d]', '', 'g')),
        '[^0-9a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0963\u0966-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+'
      ) word
      WHERE word <> ''
    )
  $$`;

const ADD_PRODUCT_WORDS_BEFORE = `
  CREATE OR REPLACE FUNCTION add_product_words(ids bigint[]) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' SET search_path FROM CURRENT AS $$
  DECLARE words text[];
  BEGIN
    WITH added AS (
      INSERT INTO product_words (word, shop_id, product_id, places)
      SELECT placed.word, p.shop_id, p.id, bit_or(placed.place)
      FROM products p
      LEFT JOIN categories category ON category.id = p.category_id
      LEFT JOIN categories parent ON parent.id = category.parent_id
      CROSS JOIN LATERAL (
        SELECT word, 1 AS place FROM unnest(folded_words(p.name)) word
        UNION ALL
        SELECT word, 2 FROM unnest(folded_words(concat_ws(' ', category.name, parent.name))) word
      ) placed
      WHERE p.id = ANY(ids) AND p.is_published AND p.deleted_at IS NULL
      GROUP BY p.shop_id, placed.word, p.id
      ORDER BY p.shop_id, placed.word, p.id
      RETURNING word
    )
    SELECT array_agg(DISTINCT word) INTO words FROM added;
    PERFORM add_search_words(words);
  END
  $$`;
