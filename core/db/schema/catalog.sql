-- shop_id NULL: built in, visible to every shop, read-only.
CREATE TABLE categories (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint REFERENCES shops,
  parent_id bigint REFERENCES categories,
  name text NOT NULL CHECK (name <> ''),
  -- Rows with a key are shipped with the product. A new version changes only those that no operator has edited.
  key text UNIQUE,
  name_hi text CHECK (name_hi <> ''),
  edited_at timestamptz,
  hidden_at timestamptz
);
CREATE UNIQUE INDEX categories_name ON categories (COALESCE(shop_id, 0::bigint), COALESCE(parent_id, 0::bigint), lower(name));
CREATE INDEX categories_parent ON categories (parent_id);

CREATE TABLE units (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint REFERENCES shops,
  name text NOT NULL CHECK (name <> ''),
  key text UNIQUE,
  name_hi text CHECK (name_hi <> ''),
  edited_at timestamptz,
  hidden_at timestamptz
);
CREATE UNIQUE INDEX units_name ON units (COALESCE(shop_id, 0::bigint), lower(name));

CREATE TABLE sizes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> '') UNIQUE,
  key text UNIQUE,
  name_hi text CHECK (name_hi <> ''),
  edited_at timestamptz,
  hidden_at timestamptz
);

CREATE TABLE colors (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> '') UNIQUE,
  key text UNIQUE,
  name_hi text CHECK (name_hi <> ''),
  edited_at timestamptz,
  hidden_at timestamptz
);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  category_id bigint REFERENCES categories,
  name text NOT NULL CHECK (name <> ''),
  description text,
  image text,
  is_published boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  hindi_name text CHECK (hindi_name <> ''),
  net_quantity text CHECK (net_quantity <> ''),
  maker_role text CHECK (maker_role IN ('manufacturer', 'packer', 'importer')),
  maker_name text CHECK (maker_name <> ''),
  maker_address text CHECK (maker_address <> ''),
  country_of_origin text CHECK (country_of_origin <> ''),
  fssai_licence text CHECK (fssai_licence ~ '^[0-9]{14}$'),
  best_before text CHECK (best_before <> '')
);
CREATE INDEX products_catalog ON products (shop_id, id) WHERE is_published AND deleted_at IS NULL;
CREATE INDEX products_category ON products (category_id);
-- The back office lists products by name, page by page.
CREATE INDEX products_by_name ON products (shop_id, lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX products_picture ON products USING hash (image) WHERE image ~~ '/uploads/%';
CREATE INDEX products_picture_lists ON products (id) WHERE image ~~ '[%';

-- Price, stock and barcode belong to the variant; every product has at least one.
CREATE TABLE variants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products,
  size_id bigint REFERENCES sizes,
  color_id bigint REFERENCES colors,
  unit_id bigint REFERENCES units,
  price_paise bigint NOT NULL CHECK (price_paise >= 0),
  mrp_paise bigint,
  stock integer NOT NULL DEFAULT 0 CHECK (stock >= 0),
  barcode text,
  position integer NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  -- NULL: that of the shop.
  reorder_level integer CHECK (reorder_level BETWEEN 0 AND 1000000),
  -- What a piece cost when it was bought last.
  cost_paise bigint CHECK (cost_paise >= 0),
  CONSTRAINT variants_check CHECK (mrp_paise >= price_paise),
  -- Above what can be entered there is room for what orders, returns and purchases add.
  CONSTRAINT variants_most_stock CHECK (stock <= 1000000000)
);
CREATE UNIQUE INDEX variants_choice
  ON variants (product_id, COALESCE(size_id, 0::bigint), COALESCE(color_id, 0::bigint), COALESCE(unit_id, 0::bigint))
  WHERE deleted_at IS NULL;
CREATE INDEX variants_barcode ON variants (barcode) WHERE barcode IS NOT NULL;

-- Idempotency keys of requests that add a product.
CREATE TABLE product_requests (
  user_id bigint REFERENCES users,
  key text,
  body_hash text NOT NULL,
  product_id bigint NOT NULL REFERENCES products,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX product_requests_product ON product_requests (product_id);
CREATE INDEX product_requests_age ON product_requests (created_at);

-- Apart from the shop, as every order and every catalog change locks the row: edits of the shop do not wait for them.
CREATE TABLE catalogs (
  shop_id bigint PRIMARY KEY REFERENCES shops,
  version bigint NOT NULL DEFAULT 0,
  -- Categories and subcategories, shared ones among them. Those that are not in it follow by name.
  category_order bigint[] NOT NULL DEFAULT '{}'::bigint[],
  -- Orders raise the version of a catalog, but not this one.
  listing_version bigint NOT NULL DEFAULT 1,
  -- Whether the shop has a published product.
  has_products boolean NOT NULL DEFAULT false
);

CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  actor_id bigint NOT NULL REFERENCES users,
  file_name text NOT NULL,
  file text NOT NULL,
  is_dry_run boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('unmapped', 'waiting', 'running', 'done', 'cancelled', 'failed')),
  rows integer NOT NULL,
  created integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- The products to store, with their row numbers; those before position are stored.
  plan jsonb NOT NULL DEFAULT '[]'::jsonb,
  position integer NOT NULL DEFAULT 0,
  -- The stock of each variant when the file was checked.
  seen jsonb NOT NULL DEFAULT '{}',
  -- Result of the check: a preview, new categories and units, unknown columns.
  findings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- The columns of the file, each with some of its cells.
  header jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- What each of them is in the catalog; NULL for files whose header has the names of an export.
  columns jsonb,
  accepts_unusual boolean NOT NULL DEFAULT false,
  unusual integer NOT NULL DEFAULT 0,
  undone_at timestamptz,
  undone_by bigint REFERENCES users
);
CREATE INDEX imports_of_shop ON imports (shop_id, id DESC);
CREATE INDEX imports_actor ON imports (actor_id);
CREATE INDEX imports_age ON imports (created_at);
CREATE UNIQUE INDEX imports_one_at_a_time ON imports (shop_id) WHERE state IN ('waiting', 'running');
CREATE INDEX imports_undone_by ON imports (undone_by) WHERE undone_by IS NOT NULL;

CREATE TABLE import_problems (
  import_id bigint REFERENCES imports ON DELETE CASCADE,
  "row" integer,
  -- The column; empty for the row as a whole.
  place text,
  code text,
  PRIMARY KEY (import_id, row, place, code)
);

-- Those after the main picture, which stays in products.image: the catalog shows only that.
CREATE TABLE product_pictures (
  product_id bigint REFERENCES products,
  position smallint CHECK (position >= 1 AND position <= 5),
  image text NOT NULL CHECK (image <> ''),
  PRIMARY KEY (product_id, position)
);
CREATE INDEX product_pictures_picture ON product_pictures USING hash (image);

-- What a shop can start from: a product without a shop, a price and a stock.
CREATE TABLE known_products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text UNIQUE,
  category_id bigint NOT NULL REFERENCES categories,
  unit_id bigint NOT NULL REFERENCES units,
  name text NOT NULL CHECK (name <> ''),
  name_hi text CHECK (name_hi <> ''),
  description text,
  mrp_paise bigint CHECK (mrp_paise > 0),
  picture text,
  edited_at timestamptz,
  hidden_at timestamptz
);
CREATE UNIQUE INDEX known_products_name ON known_products (lower(name), unit_id);
CREATE INDEX known_products_category ON known_products (category_id);
CREATE INDEX known_products_unit ON known_products (unit_id);

CREATE TABLE known_barcodes (
  barcode text PRIMARY KEY,
  known_product_id bigint NOT NULL REFERENCES known_products
);
CREATE INDEX known_barcodes_product ON known_barcodes (known_product_id);

CREATE TABLE favourite_products (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  product_id bigint REFERENCES products,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, product_id)
);
CREATE INDEX favourite_products_product ON favourite_products (product_id);

CREATE TABLE bulk_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  user_id bigint NOT NULL REFERENCES users,
  -- The idempotency key of the request, and what it consisted of.
  key text,
  body_hash text NOT NULL,
  kind text NOT NULL,
  -- What was changed: ids with the values before and after.
  changed jsonb NOT NULL DEFAULT '[]'::jsonb,
  result jsonb,
  undo_result jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, key)
);
CREATE INDEX bulk_changes_shop ON bulk_changes (shop_id);

-- The meaning of columns as a shop has chosen it, by the header of its files.
CREATE TABLE import_columns (
  shop_id bigint REFERENCES shops,
  header_hash text,
  columns jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, header_hash)
);

-- The rows that are new or change something.
CREATE TABLE import_rows (
  import_id bigint REFERENCES imports ON DELETE CASCADE,
  "row" integer,
  kind text NOT NULL CHECK (kind IN ('created', 'changed')),
  name text NOT NULL,
  cells jsonb NOT NULL,
  is_unusual boolean NOT NULL,
  PRIMARY KEY (import_id, row)
);

-- The products that an import has stored, before and after.
CREATE TABLE import_products (
  import_id bigint REFERENCES imports ON DELETE CASCADE,
  product_id bigint REFERENCES products,
  -- NULL for new products.
  before jsonb,
  after jsonb NOT NULL,
  -- By how much the stock of which variants changed, and the last row of the ledger at that time.
  stock jsonb NOT NULL,
  ledger_id bigint NOT NULL,
  undo text CHECK (undo IN ('undone', 'kept')),
  PRIMARY KEY (import_id, product_id)
);
CREATE INDEX import_products_product ON import_products (product_id);

CREATE TABLE picture_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  actor_id bigint NOT NULL REFERENCES users,
  file_name text NOT NULL,
  -- Name, size and time of the file: an import that was interrupted continues with the same file.
  file_key text NOT NULL,
  -- How many are to be imported.
  files integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the last picture was stored.
  changed_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by bigint REFERENCES users
);
CREATE INDEX picture_imports_of_shop ON picture_imports (shop_id, id DESC);
CREATE INDEX picture_imports_actor ON picture_imports (actor_id);
CREATE INDEX picture_imports_undone_by ON picture_imports (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX picture_imports_age ON picture_imports (created_at);
CREATE INDEX picture_imports_open ON picture_imports (changed_at) WHERE finished_at IS NULL;

CREATE TABLE imported_pictures (
  import_id bigint REFERENCES picture_imports ON DELETE CASCADE,
  product_id bigint REFERENCES products,
  -- NULL for a product that had no picture.
  former_image text,
  image text NOT NULL,
  undo text CHECK (undo IN ('undone', 'kept')),
  PRIMARY KEY (import_id, product_id)
);
CREATE INDEX imported_pictures_product ON imported_pictures (product_id);
CREATE INDEX imported_pictures_former ON imported_pictures USING hash (former_image) WHERE former_image IS NOT NULL;

-- The pictures in the folder or bucket, by the path that rows refer to. A row is written before the files of its picture, and
-- deleted after them.
CREATE TABLE stored_pictures (
  path text PRIMARY KEY,
  -- When maintenance looks for rows that refer to it; NULL while it is in use.
  check_at timestamptz DEFAULT now() + '1 day'::interval,
  -- The product that showed it last. Its orders may still show it. Without a foreign key: a deleted product may be named.
  product_id bigint
);
CREATE INDEX stored_pictures_to_check ON stored_pictures (path) WHERE check_at IS NOT NULL;

-- The listing of the pictures that were stored before this table existed. It begins when no older process stores pictures.
CREATE TABLE picture_inventory (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  begins_at timestamptz NOT NULL DEFAULT now() + '01:00:00'::interval,
  -- The last file that was listed.
  last_file text,
  finished_at timestamptz
);
INSERT INTO picture_inventory DEFAULT VALUES;

CREATE FUNCTION open_catalog() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO catalogs (shop_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;

-- Caches of a catalog compare its version. Stock is part of the catalog.
CREATE FUNCTION raise_catalog_version() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE catalogs SET version = version + 1
  WHERE shop_id IN (
    SELECT DISTINCT p.shop_id FROM changed c JOIN products p ON p.id = c.product_id
  );
  RETURN NULL;
END
$$;

-- The first statement waits for concurrent changes of the catalog; the second one sees what they have committed.
CREATE FUNCTION raise_catalog_version_of_products() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE catalogs SET version = version + 1 WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed);
  UPDATE catalogs SET has_products = NOT has_products, listing_version = listing_version + 1
  WHERE shop_id IN (SELECT DISTINCT shop_id FROM changed) AND has_products <> coalesce(
    (SELECT true FROM products p WHERE p.shop_id = catalogs.shop_id AND p.is_published AND p.deleted_at IS NULL LIMIT 1), false
  );
  RETURN NULL;
END
$$;

-- The catalog shows some settings of its shop.
CREATE FUNCTION raise_catalog_version_of_shop() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE catalogs SET version = version + 1 WHERE shop_id = NEW.id;
  RETURN NULL;
END
$$;

-- A catalog has the names of categories, units, sizes and colours in it.
CREATE FUNCTION raise_catalog_version_of_category() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE catalogs SET version = version + 1 WHERE shop_id IN (
    SELECT p.shop_id FROM categories c JOIN products p ON p.category_id = c.id
    WHERE c.id = NEW.id OR c.parent_id = NEW.id
  );
  RETURN NULL;
END
$$;

CREATE FUNCTION raise_catalog_version_of_option() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE catalogs SET version = version + 1 WHERE shop_id IN (
    SELECT p.shop_id FROM variants v JOIN products p ON p.id = v.product_id
    WHERE NEW.id = CASE TG_TABLE_NAME WHEN 'units' THEN v.unit_id WHEN 'sizes' THEN v.size_id ELSE v.color_id END
  );
  RETURN NULL;
END
$$;

CREATE FUNCTION raise_listing_version() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE catalogs SET listing_version = listing_version + 1 WHERE shop_id = NEW.id;
  RETURN NULL;
END
$$;

-- Arguments: the column with the path, and the one with the product.
CREATE FUNCTION check_former_picture() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE stored_pictures SET check_at = now(),
    product_id = coalesce((to_jsonb(OLD) ->> TG_ARGV[1])::bigint, product_id)
  WHERE path = to_jsonb(OLD) ->> TG_ARGV[0];
  RETURN NULL;
END
$$;

CREATE TRIGGER shops_open_catalog AFTER INSERT ON shops
  FOR EACH ROW
  EXECUTE FUNCTION open_catalog();

CREATE TRIGGER variants_inserted AFTER INSERT ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION raise_catalog_version();

CREATE TRIGGER variants_updated AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION raise_catalog_version();

CREATE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION raise_catalog_version_of_products();

CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION raise_catalog_version_of_products();

CREATE TRIGGER shops_max_per_order_updated AFTER UPDATE OF max_per_order ON shops
  FOR EACH ROW
  WHEN (OLD.max_per_order IS DISTINCT FROM NEW.max_per_order)
  EXECUTE FUNCTION raise_catalog_version_of_shop();

CREATE TRIGGER units_renamed AFTER UPDATE OF name ON units
  FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION raise_catalog_version_of_option();

CREATE TRIGGER sizes_renamed AFTER UPDATE OF name ON sizes
  FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION raise_catalog_version_of_option();

CREATE TRIGGER colors_renamed AFTER UPDATE OF name ON colors
  FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION raise_catalog_version_of_option();

CREATE TRIGGER products_index_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION index_inserted_products();

CREATE TRIGGER products_index_updated AFTER UPDATE OF name, category_id, is_published, deleted_at ON products
  FOR EACH ROW
  WHEN ((OLD.name, OLD.category_id, OLD.is_published, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.category_id,
    NEW.is_published, NEW.deleted_at))
  EXECUTE FUNCTION index_changed_product();

CREATE TRIGGER categories_index_updated AFTER UPDATE OF name, parent_id ON categories
  FOR EACH ROW
  WHEN ((OLD.name, OLD.parent_id) IS DISTINCT FROM (NEW.name, NEW.parent_id))
  EXECUTE FUNCTION index_renamed_category();

CREATE TRIGGER products_index_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION unindex_deleted_products();

CREATE TRIGGER products_index_truncated AFTER TRUNCATE ON products
  FOR EACH STATEMENT
  EXECUTE FUNCTION unindex_all_products();

CREATE TRIGGER shops_updated AFTER
  UPDATE OF name, address, phone, paused_at, suspended_at, open_time, close_time, time_zone, accepts_orders_when_closed,
  min_order_paise, preparation_minutes, rush_minutes ON shops
  FOR EACH ROW
  WHEN ((OLD.name, OLD.address, OLD.phone, OLD.paused_at, OLD.suspended_at, OLD.open_time, OLD.close_time, OLD.time_zone,
    OLD.accepts_orders_when_closed, OLD.min_order_paise, OLD.preparation_minutes, OLD.rush_minutes) IS DISTINCT FROM (NEW.name,
    NEW.address, NEW.phone, NEW.paused_at, NEW.suspended_at, NEW.open_time, NEW.close_time, NEW.time_zone,
    NEW.accepts_orders_when_closed, NEW.min_order_paise, NEW.preparation_minutes, NEW.rush_minutes))
  EXECUTE FUNCTION raise_catalog_version_of_shop();

CREATE TRIGGER categories_renamed AFTER UPDATE OF name, parent_id ON categories
  FOR EACH ROW
  WHEN ((OLD.name, OLD.parent_id) IS DISTINCT FROM (NEW.name, NEW.parent_id))
  EXECUTE FUNCTION raise_catalog_version_of_category();

CREATE TRIGGER shops_relisted AFTER
  UPDATE OF slug, name, trade, address, open_time, close_time, time_zone, paused_at, paused_until, min_order_paise, picture,
  latitude, longitude, reach_metres, suspended_at, is_platform ON shops
  FOR EACH ROW
  WHEN ((OLD.slug, OLD.name, OLD.trade, OLD.address, OLD.open_time, OLD.close_time, OLD.time_zone, OLD.paused_at,
    OLD.paused_until, OLD.min_order_paise, OLD.picture, OLD.latitude, OLD.longitude, OLD.reach_metres, OLD.suspended_at,
    OLD.is_platform) IS DISTINCT FROM (NEW.slug, NEW.name, NEW.trade, NEW.address, NEW.open_time, NEW.close_time, NEW.time_zone,
    NEW.paused_at, NEW.paused_until, NEW.min_order_paise, NEW.picture, NEW.latitude, NEW.longitude, NEW.reach_metres,
    NEW.suspended_at, NEW.is_platform))
  EXECUTE FUNCTION raise_listing_version();

CREATE TRIGGER products_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION raise_catalog_version_of_products();

CREATE TRIGGER products_picture_changed AFTER UPDATE OF image ON products
  FOR EACH ROW
  WHEN (OLD.image IS DISTINCT FROM new.image AND old.image IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('image', 'id');

CREATE TRIGGER products_picture_deleted AFTER DELETE ON products
  FOR EACH ROW
  WHEN (OLD.image IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('image', 'id');

CREATE TRIGGER product_pictures_picture_changed AFTER UPDATE OF image ON product_pictures
  FOR EACH ROW
  WHEN (OLD.image IS DISTINCT FROM new.image AND old.image IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('image', 'product_id');

CREATE TRIGGER product_pictures_picture_deleted AFTER DELETE ON product_pictures
  FOR EACH ROW
  WHEN (OLD.image IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('image', 'product_id');

CREATE TRIGGER users_picture_changed AFTER UPDATE OF profile_image ON users
  FOR EACH ROW
  WHEN (OLD.profile_image IS DISTINCT FROM new.profile_image AND old.profile_image IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('profile_image');

CREATE TRIGGER users_picture_deleted AFTER DELETE ON users
  FOR EACH ROW
  WHEN (OLD.profile_image IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('profile_image');

CREATE TRIGGER shops_picture_changed AFTER UPDATE OF picture ON shops
  FOR EACH ROW
  WHEN (OLD.picture IS DISTINCT FROM new.picture AND old.picture IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('picture');

CREATE TRIGGER shops_picture_deleted AFTER DELETE ON shops
  FOR EACH ROW
  WHEN (OLD.picture IS NOT NULL)
  EXECUTE FUNCTION check_former_picture('picture');
