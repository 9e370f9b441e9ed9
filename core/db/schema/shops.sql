CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS earthdistance;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION earth_point(latitude double precision, longitude double precision) RETURNS cube
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN cube(cube(cube(
  6378168 * cos(radians(latitude)) * cos(radians(longitude))),
  6378168 * cos(radians(latitude)) * sin(radians(longitude))),
  6378168 * sin(radians(latitude)));

CREATE TABLE shops (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL CHECK (slug ~ '^[A-Za-z0-9&_-]{1,64}$') UNIQUE,
  name text,
  trade text,
  picture text,
  address text,
  phone text,
  email text,
  open_time text CHECK (open_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  close_time text CHECK (close_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text NOT NULL DEFAULT 'Asia/Kolkata',
  min_order_paise bigint CHECK (min_order_paise >= 0),
  accepts_orders_when_closed boolean NOT NULL DEFAULT true,
  is_platform boolean NOT NULL DEFAULT false,
  paused_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  reach_metres integer NOT NULL DEFAULT 5000 CHECK (reach_metres > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The version of the settings that an edit is compared with; in milliseconds, as it is sent.
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  -- The largest quantity of one item in one order; NULL for no limit. The catalog shows it.
  max_per_order integer CHECK (max_per_order BETWEEN 1 AND 999),
  gstin text CHECK (gstin ~ '^[0-9A-Z]{15}$'),
  acceptance_minutes integer NOT NULL DEFAULT 10 CHECK (acceptance_minutes BETWEEN 3 AND 1440),
  cancel_grace_minutes integer NOT NULL DEFAULT 2 CHECK (cancel_grace_minutes BETWEEN 0 AND 60),
  answer_minutes integer NOT NULL DEFAULT 10 CHECK (answer_minutes BETWEEN 3 AND 60),
  problem_hours integer NOT NULL DEFAULT 24 CHECK (problem_hours BETWEEN 24 AND 168),
  remind_seconds integer NOT NULL DEFAULT 30 CHECK (remind_seconds BETWEEN 10 AND 3600),
  alert_seconds integer NOT NULL DEFAULT 90 CHECK (alert_seconds BETWEEN 20 AND 3600),
  preparation_minutes integer NOT NULL DEFAULT 20 CHECK (preparation_minutes BETWEEN 1 AND 1440),
  holding_minutes integer NOT NULL DEFAULT 120 CHECK (holding_minutes BETWEEN 10 AND 10080),
  -- The shop was paused because it did not answer, not by a member.
  not_responding boolean NOT NULL DEFAULT false,
  -- When its members resumed it last; earlier orders do not count against it.
  resumed_at timestamptz,
  rush_minutes integer NOT NULL DEFAULT 0 CHECK (rush_minutes IN (0, 10, 20, 30)),
  auto_accepts boolean NOT NULL DEFAULT false,
  asks_pickup_code boolean NOT NULL DEFAULT false,
  asks_door_code boolean NOT NULL DEFAULT false,
  -- NULL for a pause that lasts until a member resumes.
  paused_until timestamptz,
  low_stock integer NOT NULL DEFAULT 5 CHECK (low_stock BETWEEN 0 AND 1000000),
  upi_vpa text CHECK (length(upi_vpa) BETWEEN 4 AND 100),
  receipt_head text CHECK (length(receipt_head) BETWEEN 1 AND 200),
  receipt_foot text CHECK (length(receipt_foot) BETWEEN 1 AND 200),
  setup_skipped text[] NOT NULL DEFAULT '{}',
  poster_printed_at timestamptz,
  -- Since when the list of first steps is no longer shown.
  setup_closed_at timestamptz,
  fssai_licence text CHECK (fssai_licence ~ '^[0-9]{14}$'),
  CONSTRAINT shops_check CHECK (paused_at IS NOT NULL OR NOT not_responding),
  CONSTRAINT shops_paused_until CHECK (paused_at IS NOT NULL OR paused_until IS NULL)
);
-- The greatest reach in one index lookup: the search above need not go further.
CREATE INDEX shops_reach ON shops (reach_metres)
  WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;
-- The list shows open shops first, then by name; it reads both parts from this index. A shop without a name has its slug's.
CREATE INDEX shops_by_name ON shops (lower(COALESCE(NULLIF(btrim(name), ''), replace(slug, '-', ' '))), id)
  WHERE suspended_at IS NULL AND NOT is_platform;
CREATE INDEX shops_picture ON shops USING hash (picture) WHERE picture IS NOT NULL;
-- Nearest first straight from the index: the distance of two points on a sphere grows with the length of their chord.
CREATE INDEX shops_nearby ON shops USING gist (earth_point(latitude, longitude))
  WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;

CREATE TABLE visits (
  day date PRIMARY KEY,
  count bigint NOT NULL DEFAULT 0
);

CREATE TABLE navigation_items (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text[] NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0
);
INSERT INTO navigation_items (id, name, description, position) VALUES
  ('/products', 'Shop', ARRAY['Everything in the catalog', 'Sorted by category'], 1),
  ('/order-history', 'Orders', ARRAY['What you ordered', 'Where it is now'], 2);

-- Words of the name (1) and of the category with its parent (2) of each published product. Price and stock are not here: a sale
-- does not write to this table. shop_id is a copy, so that one index has all that narrows a search down.
CREATE TABLE product_words (
  word text COLLATE "C" NOT NULL,
  shop_id bigint NOT NULL,
  product_id bigint NOT NULL,
  places smallint NOT NULL CHECK (places BETWEEN 1 AND 3)
);
CREATE INDEX product_words_product ON product_words (product_id);
CREATE UNIQUE INDEX product_words_shop ON product_words (shop_id, word, product_id) INCLUDE (places);
CREATE INDEX product_words_word ON product_words (word, places, product_id) INCLUDE (shop_id);

-- Words of the name (1), and of trade and address (2), of each shop.
CREATE TABLE shop_words (
  word text COLLATE "C" NOT NULL,
  shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
  places smallint NOT NULL CHECK (places BETWEEN 1 AND 3)
);
CREATE UNIQUE INDEX shop_words_word ON shop_words (word, shop_id) INCLUDE (places);
CREATE UNIQUE INDEX shop_words_shop ON shop_words (shop_id, word) INCLUDE (places);

-- Every word that products and shops have had, to correct spelling. Numbers and long words are not corrected.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY,
  -- NULL for numbers and long words, whose spelling is not corrected.
  near text[]
);
CREATE INDEX search_words_near ON search_words USING gin (near);
CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops) WHERE near IS NOT NULL;

CREATE TABLE favourite_shops (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  shop_id bigint REFERENCES shops,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, shop_id)
);
CREATE INDEX favourite_shops_shop ON favourite_shops (shop_id);

-- The mails to people about a shop that does not respond.
CREATE TABLE shop_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX shop_notices_user ON shop_notices (user_id);

CREATE TABLE shop_former_slugs (
  -- In lower case.
  slug text PRIMARY KEY CHECK (slug = lower(slug)),
  shop_id bigint NOT NULL REFERENCES shops,
  replaced_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX shop_former_slugs_shop ON shop_former_slugs (shop_id);

-- The seller that a shop was until then. Orders of later than the last row have the shop as it is now.
CREATE TABLE former_shop_identities (
  shop_id bigint REFERENCES shops,
  until timestamptz,
  name text,
  address text,
  phone text,
  gstin text,
  fssai_licence text,
  PRIMARY KEY (shop_id, until)
);

-- Customers whose place no shop serves yet, and who are told when one does.
CREATE TABLE place_requests (
  user_id bigint PRIMARY KEY REFERENCES users,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The shop that serves the place, once the user is told of it.
  shop_id bigint REFERENCES shops ON DELETE CASCADE
);
CREATE INDEX place_requests_open ON place_requests (created_at, user_id) WHERE shop_id IS NULL;
CREATE INDEX place_requests_shop ON place_requests (shop_id);

-- The same as wordsOf in contract/fold-text.ts. The ranges do not depend on the locale of the database.
CREATE FUNCTION folded_words(text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT left(word, 64)
    FROM regexp_split_to_table(
      lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f\u093c\u200c\u200d]', '', 'g')),
      '[^0-9a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0963\u0966-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+'
    ) word
    WHERE word <> ''
  )
$$;

-- A word and what is left of it without each of its letters, also without the s of a plural. Words that share one of these are
-- about one typing error apart.
CREATE FUNCTION near_words(text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH form AS (SELECT $1 AS word UNION SELECT regexp_replace($1, 's$', '') WHERE length($1) > 3)
  SELECT ARRAY(
    SELECT word FROM form
    UNION
    SELECT left(word, n - 1) || substr(word, n + 1) FROM form, generate_series(1, length(word)) n
  )
$$;

-- A plan for one row serves many as well here; without the setting, each call for one row would be planned anew. In the order
-- of the words, so that concurrent changes wait for each other and do not deadlock.
CREATE FUNCTION add_search_words(words text[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO search_words (word, near)
  SELECT DISTINCT given.word, CASE WHEN given.word ~ '^[^0-9]{3,30}$' THEN near_words(given.word) END
  FROM unnest(words) given(word)
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = given.word COLLATE "C")
  ORDER BY given.word
  ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION index_products(ids bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM product_words WHERE product_id = ANY(ids);
  PERFORM add_product_words(ids);
END
$$;

CREATE FUNCTION index_inserted_products() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM add_product_words(ARRAY(SELECT id FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION index_changed_product() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM index_products(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;

-- The products are locked first: a concurrent edit of one of them would index the old name of the category.
CREATE FUNCTION index_renamed_category() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE ids bigint[];
BEGIN
  ids := ARRAY(
    SELECT id FROM products
    WHERE category_id = NEW.id OR category_id IN (SELECT id FROM categories WHERE parent_id = NEW.id)
    ORDER BY id FOR NO KEY UPDATE
  );
  PERFORM index_products(ids);
  RETURN NULL;
END
$$;

CREATE FUNCTION index_changed_shop() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM index_shops(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;

-- A function, so that PostgreSQL does not expect more words the more there are: it would compile the search before running it,
-- which takes longer than the search.
CREATE FUNCTION search_words_between(first text, upto text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 10 SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY SELECT word FROM search_words
  WHERE word >= first COLLATE "C" AND word < upto COLLATE "C" ORDER BY word LIMIT 300;
END
$$;

CREATE FUNCTION add_product_words(ids bigint[]) RETURNS void
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
$$;

CREATE FUNCTION unindex_deleted_products() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM product_words WHERE product_id IN (SELECT id FROM changed);
  RETURN NULL;
END
$$;

CREATE FUNCTION unindex_all_products() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  TRUNCATE product_words;
  RETURN NULL;
END
$$;

CREATE FUNCTION index_shops(ids bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' SET search_path FROM CURRENT AS $$
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
END
$$;

CREATE FUNCTION index_inserted_shops() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM index_shops(ARRAY(SELECT id FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION keep_shop_identity() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO former_shop_identities (shop_id, until, name, address, phone, gstin, fssai_licence)
  VALUES (OLD.id, now(), OLD.name, OLD.address, OLD.phone, OLD.gstin, OLD.fssai_licence)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER shops_index_updated AFTER UPDATE OF name, slug, trade, address, is_platform ON shops
  FOR EACH ROW
  WHEN ((OLD.name, OLD.slug, OLD.trade, OLD.address, OLD.is_platform) IS DISTINCT FROM (NEW.name, NEW.slug, NEW.trade,
    NEW.address, NEW.is_platform))
  EXECUTE FUNCTION index_changed_shop();

CREATE TRIGGER shops_index_inserted AFTER INSERT ON shops REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION index_inserted_shops();

CREATE TRIGGER shops_identity_changed AFTER UPDATE OF name, address, phone, gstin, fssai_licence ON shops
  FOR EACH ROW
  WHEN ((OLD.name, OLD.address, OLD.phone, OLD.gstin, OLD.fssai_licence) IS DISTINCT FROM (NEW.name, NEW.address, NEW.phone,
    NEW.gstin, NEW.fssai_licence))
  EXECUTE FUNCTION keep_shop_identity();

-- Tables of accounts that refer to shops.
ALTER TABLE shop_members ADD FOREIGN KEY (shop_id) REFERENCES shops;
ALTER TABLE otp_codes ADD FOREIGN KEY (shop_id) REFERENCES shops;
ALTER TABLE sessions ADD FOREIGN KEY (shop_id) REFERENCES shops;
ALTER TABLE sessions ADD FOREIGN KEY (helped_shop_id) REFERENCES shops;
ALTER TABLE shared_devices ADD FOREIGN KEY (shop_id) REFERENCES shops ON DELETE CASCADE;
