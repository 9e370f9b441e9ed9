import type { Knex } from 'knex';

// In the order in which changes of products and shops lock them: the migration waits for running changes and cannot deadlock.
const LOCK_TABLES = 'LOCK TABLE products, shops, product_words, shop_words, search_words IN ACCESS EXCLUSIVE MODE;';

/**
 * The search near a place reads the words of each shop, the search everywhere the newest products of each word: an index for
 * either. `search_words` has all words, so that the beginnings of words are looked up there. Words of new shops and products are
 * written at once for all rows of a statement, without a foreign key that would check each word.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(LOCK_TABLES);
  await knex.raw(`
    DROP INDEX product_words_word;
    CREATE UNIQUE INDEX product_words_shop ON product_words (shop_id, word, product_id) INCLUDE (places);
    CREATE INDEX product_words_word ON product_words (word, places, product_id) INCLUDE (shop_id);
    DROP INDEX shop_words_shop;
    CREATE UNIQUE INDEX shop_words_shop ON shop_words (shop_id, word) INCLUDE (places);

    -- Numbers and long words, whose spelling is not corrected, have no near words.
    ALTER TABLE search_words DROP CONSTRAINT search_words_word_check, ALTER COLUMN near DROP NOT NULL;
    DROP INDEX search_words_trigrams;
    CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops) WHERE near IS NOT NULL;

    -- A function, so that PostgreSQL does not expect more words the more there are: it would compile the search before running it,
    -- which takes longer than the search.
    CREATE FUNCTION search_words_between(first text, upto text) RETURNS SETOF text LANGUAGE plpgsql STABLE ROWS 10 AS $$
      BEGIN
        RETURN QUERY SELECT word FROM search_words
        WHERE word >= first COLLATE "C" AND word < upto COLLATE "C" ORDER BY word LIMIT 300;
      END $$;

    -- A plan for one row serves many as well here; without the setting, each call for one row would be planned anew.
    -- In the order of the words, so that concurrent changes wait for each other and do not deadlock.
    CREATE OR REPLACE FUNCTION add_search_words(words text[]) RETURNS void LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $$
      BEGIN
        INSERT INTO search_words (word, near)
        SELECT DISTINCT given.word, CASE WHEN given.word ~ '^[^0-9]{3,30}$' THEN near_words(given.word) END
        FROM unnest(words) given(word)
        WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = given.word COLLATE "C")
        ORDER BY given.word
        ON CONFLICT DO NOTHING;
      END $$;

    CREATE FUNCTION add_product_words(ids bigint[]) RETURNS void LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $$
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
      END $$;

    CREATE OR REPLACE FUNCTION index_products(ids bigint[]) RETURNS void LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $$
      BEGIN
        DELETE FROM product_words WHERE product_id = ANY(ids);
        PERFORM add_product_words(ids);
      END $$;

    CREATE OR REPLACE FUNCTION index_inserted_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM add_product_words(ARRAY(SELECT id FROM changed));
        RETURN NULL;
      END $$;

    -- In place of the foreign key.
    ALTER TABLE product_words DROP CONSTRAINT product_words_product_id_fkey;
    CREATE FUNCTION unindex_deleted_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM product_words WHERE product_id IN (SELECT id FROM changed);
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_index_deleted AFTER DELETE ON products
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION unindex_deleted_products();
    CREATE FUNCTION unindex_all_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        TRUNCATE product_words;
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_index_truncated AFTER TRUNCATE ON products
      FOR EACH STATEMENT EXECUTE FUNCTION unindex_all_products();

    CREATE FUNCTION index_shops(ids bigint[]) RETURNS void LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan AS $$
      BEGIN
        DELETE FROM shop_words WHERE shop_id = ANY(ids);
        INSERT INTO shop_words (word, shop_id, places)
        SELECT placed.word, shop.id, bit_or(placed.place)
        FROM shops shop
        CROSS JOIN LATERAL (
          SELECT word, 1 AS place FROM unnest(folded_words(concat_ws(' ', shop.name, shop.slug))) word
          UNION ALL
          SELECT word, 2 FROM unnest(folded_words(concat_ws(' ', shop.trade, shop.address))) word
        ) placed
        WHERE shop.id = ANY(ids) AND NOT shop.is_platform
        GROUP BY placed.word, shop.id;
        PERFORM add_search_words(ARRAY(SELECT DISTINCT word FROM shop_words WHERE shop_id = ANY(ids)));
      END $$;

    CREATE OR REPLACE FUNCTION index_changed_shop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_shops(ARRAY[NEW.id]);
        RETURN NULL;
      END $$;
    CREATE FUNCTION index_inserted_shops() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_shops(ARRAY(SELECT id FROM changed));
        RETURN NULL;
      END $$;
    DROP TRIGGER shops_index_inserted ON shops;
    CREATE TRIGGER shops_index_inserted AFTER INSERT ON shops
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_shops();
    DROP FUNCTION index_shop;

    SELECT add_search_words(ARRAY(SELECT DISTINCT word FROM product_words UNION SELECT DISTINCT word FROM shop_words));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(LOCK_TABLES);
  await knex.raw(`
    DROP TRIGGER shops_index_inserted ON shops;
    DROP TRIGGER products_index_truncated ON products;
    DROP TRIGGER products_index_deleted ON products;
    DROP FUNCTION index_inserted_shops, index_shops, unindex_all_products, unindex_deleted_products, search_words_between;

    CREATE FUNCTION index_shop(id bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM shop_words WHERE shop_id = index_shop.id;
        INSERT INTO shop_words (word, shop_id, places)
        SELECT placed.word, shop.id, bit_or(placed.place)
        FROM shops shop
        CROSS JOIN LATERAL (
          SELECT word, 1 AS place FROM unnest(folded_words(concat_ws(' ', shop.name, shop.slug))) word
          UNION ALL
          SELECT word, 2 FROM unnest(folded_words(concat_ws(' ', shop.trade, shop.address))) word
        ) placed
        WHERE shop.id = index_shop.id AND NOT shop.is_platform
        GROUP BY placed.word, shop.id;
        PERFORM add_search_words(ARRAY(SELECT word FROM shop_words WHERE shop_id = index_shop.id));
      END $$;
    CREATE OR REPLACE FUNCTION index_changed_shop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_shop(NEW.id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_index_inserted AFTER INSERT ON shops FOR EACH ROW EXECUTE FUNCTION index_changed_shop();

    CREATE OR REPLACE FUNCTION index_products(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE words text[];
      BEGIN
        DELETE FROM product_words WHERE product_id = ANY(ids);
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
          GROUP BY placed.word, p.shop_id, p.id
          RETURNING word
        )
        SELECT array_agg(DISTINCT word) INTO words FROM added;
        PERFORM add_search_words(words);
      END $$;
    CREATE OR REPLACE FUNCTION index_inserted_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_products(ARRAY(SELECT id FROM changed));
        RETURN NULL;
      END $$;
    DROP FUNCTION add_product_words, add_search_words;
    CREATE FUNCTION add_search_words(words text[]) RETURNS void LANGUAGE sql AS $$
      INSERT INTO search_words (word, near)
      SELECT DISTINCT given.word, near_words(given.word) FROM unnest(words) given(word)
      WHERE given.word ~ '^[^0-9]{3,30}$' AND NOT EXISTS (SELECT FROM search_words known WHERE known.word = given.word)
      ORDER BY given.word
      ON CONFLICT DO NOTHING
    $$;
    ALTER TABLE product_words ADD FOREIGN KEY (product_id) REFERENCES products ON DELETE CASCADE;

    DELETE FROM search_words WHERE near IS NULL;
    DROP INDEX search_words_trigrams;
    CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops);
    ALTER TABLE search_words ALTER COLUMN near SET NOT NULL,
      ADD CONSTRAINT search_words_word_check CHECK (length(word) BETWEEN 3 AND 30);
    DROP INDEX shop_words_shop;
    CREATE INDEX shop_words_shop ON shop_words (shop_id);
    DROP INDEX product_words_word, product_words_shop;
    CREATE UNIQUE INDEX product_words_word ON product_words (word, shop_id, product_id) INCLUDE (places);
  `);
}
