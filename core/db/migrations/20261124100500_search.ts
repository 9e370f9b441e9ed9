import type { Knex } from 'knex';

/** The words of products and shops for the search across shops. Triggers maintain them; existing rows are indexed here. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE EXTENSION IF NOT EXISTS pg_trgm;

    -- The same as wordsOf in contract/rules/fold-text.ts. The ranges do not depend on the locale of the database.
    CREATE FUNCTION folded_words(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ARRAY(
        SELECT DISTINCT left(word, 64)
        FROM regexp_split_to_table(
          lower(regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f\\u093c\\u200c\\u200d]', '', 'g')),
          '[^0-9a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0963\\u0966-\\u1fff\\u2c00-\\u2dff\\u3040-\\ud7ff]+'
        ) word
        WHERE word <> ''
      )
    $$;

    -- A word and what is left of it without each of its letters, also without the s of a plural. Words that share one of these
    -- are about one typing error apart.
    CREATE FUNCTION near_words(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      WITH form AS (SELECT $1 AS word UNION SELECT regexp_replace($1, 's$', '') WHERE length($1) > 3)
      SELECT ARRAY(
        SELECT word FROM form
        UNION
        SELECT left(word, n - 1) || substr(word, n + 1) FROM form, generate_series(1, length(word)) n
      )
    $$;

    -- Words of the name (1) and of the category with its parent (2) of each published product. Price and stock are not here:
    -- a sale does not write to this table. shop_id is a copy, so that one index has all that narrows a search down.
    CREATE TABLE product_words (
      word text COLLATE "C" NOT NULL,
      shop_id bigint NOT NULL,
      product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
      places smallint NOT NULL CHECK (places BETWEEN 1 AND 3)
    );
    CREATE UNIQUE INDEX product_words_word ON product_words (word, shop_id, product_id) INCLUDE (places);
    CREATE INDEX product_words_product ON product_words (product_id);

    -- Words of the name (1), and of trade and address (2), of each shop.
    CREATE TABLE shop_words (
      word text COLLATE "C" NOT NULL,
      shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
      places smallint NOT NULL CHECK (places BETWEEN 1 AND 3)
    );
    CREATE UNIQUE INDEX shop_words_word ON shop_words (word, shop_id) INCLUDE (places);
    CREATE INDEX shop_words_shop ON shop_words (shop_id);

    -- Every word that products and shops have had, to correct spelling. Numbers and long words are not corrected.
    CREATE TABLE search_words (
      word text COLLATE "C" PRIMARY KEY CHECK (length(word) BETWEEN 3 AND 30),
      near text[] NOT NULL
    );
    CREATE INDEX search_words_near ON search_words USING gin (near);
    CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops);

    -- In the order of the words, so that concurrent changes wait for each other and do not deadlock.
    CREATE FUNCTION add_search_words(words text[]) RETURNS void LANGUAGE sql AS $$
      INSERT INTO search_words (word, near)
      SELECT DISTINCT given.word, near_words(given.word) FROM unnest(words) given(word)
      WHERE given.word ~ '^[^0-9]{3,30}$' AND NOT EXISTS (SELECT FROM search_words known WHERE known.word = given.word)
      ORDER BY given.word
      ON CONFLICT DO NOTHING
    $$;

    CREATE FUNCTION index_products(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
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

    CREATE FUNCTION index_inserted_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_products(ARRAY(SELECT id FROM changed));
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_index_inserted AFTER INSERT ON products
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_products();

    CREATE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_products(ARRAY[NEW.id]);
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_index_updated AFTER UPDATE OF name, category_id, is_published, deleted_at ON products
      FOR EACH ROW
      WHEN ((OLD.name, OLD.category_id, OLD.is_published, OLD.deleted_at)
        IS DISTINCT FROM (NEW.name, NEW.category_id, NEW.is_published, NEW.deleted_at))
      EXECUTE FUNCTION index_changed_product();

    -- The products are locked first: a concurrent edit of one of them would index the old name of the category.
    CREATE FUNCTION index_renamed_category() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE ids bigint[];
      BEGIN
        ids := ARRAY(
          SELECT id FROM products
          WHERE category_id = NEW.id OR category_id IN (SELECT id FROM categories WHERE parent_id = NEW.id)
          ORDER BY id FOR NO KEY UPDATE
        );
        PERFORM index_products(ids);
        RETURN NULL;
      END $$;
    CREATE TRIGGER categories_index_updated AFTER UPDATE OF name, parent_id ON categories
      FOR EACH ROW WHEN ((OLD.name, OLD.parent_id) IS DISTINCT FROM (NEW.name, NEW.parent_id))
      EXECUTE FUNCTION index_renamed_category();

    CREATE FUNCTION index_changed_shop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM index_shop(NEW.id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_index_inserted AFTER INSERT ON shops FOR EACH ROW EXECUTE FUNCTION index_changed_shop();
    CREATE TRIGGER shops_index_updated AFTER UPDATE OF name, slug, trade, address, is_platform ON shops
      FOR EACH ROW
      WHEN ((OLD.name, OLD.slug, OLD.trade, OLD.address, OLD.is_platform)
        IS DISTINCT FROM (NEW.name, NEW.slug, NEW.trade, NEW.address, NEW.is_platform))
      EXECUTE FUNCTION index_changed_shop();

    SELECT index_products(ARRAY(SELECT id FROM products));
    SELECT index_shop(id) FROM shops;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_index_updated ON shops;
    DROP TRIGGER shops_index_inserted ON shops;
    DROP TRIGGER categories_index_updated ON categories;
    DROP TRIGGER products_index_updated ON products;
    DROP TRIGGER products_index_inserted ON products;
    DROP FUNCTION index_changed_shop, index_renamed_category, index_changed_product, index_inserted_products, index_shop,
      index_products, add_search_words;
    DROP TABLE search_words, shop_words, product_words;
    DROP FUNCTION near_words, folded_words;
  `);
}
