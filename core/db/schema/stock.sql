-- category_id NULL: all products of the shop.
CREATE TABLE stock_takes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  category_id bigint REFERENCES categories ON DELETE SET NULL,
  -- The name of the category when the stock take began.
  category text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'finished', 'cancelled')),
  started_by bigint NOT NULL REFERENCES users,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_by bigint REFERENCES users,
  ended_at timestamptz,
  CONSTRAINT stock_takes_check CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX stock_takes_one_open ON stock_takes (shop_id) WHERE state = 'open';
CREATE INDEX stock_takes_shop ON stock_takes (shop_id, id DESC);

-- What was counted of each variant. The difference is against what was there at the last count.
CREATE TABLE stock_take_lines (
  stock_take_id bigint REFERENCES stock_takes,
  variant_id bigint REFERENCES variants,
  counted integer NOT NULL CHECK (counted >= 0),
  -- The stock, and what open orders still had to be packed of, at the last count.
  stock integer NOT NULL,
  to_pack integer NOT NULL CHECK (to_pack >= 0),
  -- The newest rows of the ledger at the first and at the last count.
  first_ledger_id bigint NOT NULL,
  ledger_id bigint NOT NULL,
  reason text CHECK (reason IN ('spoiled', 'missing', 'found', 'counting_mistake', 'own_use', 'other')),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  counted_by bigint NOT NULL REFERENCES users,
  counted_at timestamptz NOT NULL DEFAULT now(),
  -- Set when the stock take is finished: what the stock changed by, and what a piece was worth then.
  applied integer,
  price_paise bigint,
  cost_paise bigint,
  PRIMARY KEY (stock_take_id, variant_id)
);
CREATE INDEX stock_take_lines_variant ON stock_take_lines (variant_id);

-- Idempotency keys of counts: several tablets count at once and send again what may have been lost.
CREATE TABLE stock_take_counts (
  stock_take_id bigint REFERENCES stock_takes,
  key text,
  variant_id bigint NOT NULL REFERENCES variants,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (stock_take_id, key)
);

CREATE TABLE suppliers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  name text NOT NULL CHECK (name <> '')
);
CREATE UNIQUE INDEX suppliers_name ON suppliers (shop_id, lower(name));

-- A booked purchase is never changed: another one reverses it, and a third may replace it.
CREATE TABLE purchases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  supplier_id bigint REFERENCES suppliers,
  invoice_number text CHECK (invoice_number <> ''),
  invoice_date date,
  -- The day it belongs to: that of the invoice, else the shop's day when it was made or booked.
  day date NOT NULL,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'booked')),
  version integer NOT NULL DEFAULT 1,
  -- The purchase that this one takes back, and the one that this draft takes back when it is booked.
  reverses_id bigint UNIQUE REFERENCES purchases,
  replaces_id bigint REFERENCES purchases,
  key text,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  booked_by bigint REFERENCES users,
  booked_at timestamptz,
  CONSTRAINT purchases_check CHECK ((state = 'booked') = (booked_at IS NOT NULL)),
  CONSTRAINT purchases_check1 CHECK (reverses_id IS NULL OR state = 'booked'),
  UNIQUE (shop_id, key)
);
CREATE INDEX purchases_shop ON purchases (shop_id, day DESC, id DESC);
CREATE INDEX purchases_supplier ON purchases (supplier_id);

-- Of a booked purchase, a line with a date is a batch.
CREATE TABLE purchase_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purchase_id bigint NOT NULL REFERENCES purchases ON DELETE CASCADE,
  variant_id bigint NOT NULL REFERENCES variants,
  position integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- Of one piece.
  cost_paise bigint NOT NULL CHECK (cost_paise >= 0),
  best_before date,
  -- The new selling price and MRP; NULL leaves them.
  price_paise bigint CHECK (price_paise > 0),
  mrp_paise bigint CHECK (mrp_paise > 0),
  written_off integer NOT NULL DEFAULT 0,
  CONSTRAINT purchase_lines_check CHECK (written_off >= 0 AND written_off <= quantity),
  UNIQUE (purchase_id, position)
);
CREATE INDEX purchase_lines_variant ON purchase_lines (variant_id, best_before);

CREATE TABLE stock_write_offs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  variant_id bigint NOT NULL REFERENCES variants,
  quantity integer NOT NULL CHECK (quantity > 0),
  reason text NOT NULL CHECK (reason IN ('spoiled', 'expired', 'missing', 'own_use', 'other')),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  key text NOT NULL,
  actor_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  purchase_line_id bigint REFERENCES purchase_lines,
  UNIQUE (shop_id, key)
);
CREATE INDEX stock_write_offs_variant ON stock_write_offs (variant_id);
CREATE INDEX stock_write_offs_batch ON stock_write_offs (purchase_line_id) WHERE purchase_line_id IS NOT NULL;

-- One row per stock change: the sum of a variant's rows is its stock.
CREATE TABLE stock_ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  variant_id bigint NOT NULL REFERENCES variants,
  delta integer NOT NULL,
  -- 'revision': a change of an order's lines. 'sale' and 'release' have the order's first revision.
  reason text NOT NULL CHECK (reason IN ('opening', 'adjustment', 'import', 'sale', 'release', 'revision', 'return',
    'stock_take', 'purchase', 'write_off')),
  order_id bigint REFERENCES orders,
  actor_id bigint REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  problem_id bigint REFERENCES order_problems,
  stock_take_id bigint REFERENCES stock_takes,
  write_off_id bigint REFERENCES stock_write_offs,
  purchase_id bigint REFERENCES purchases,
  counter_return_id bigint REFERENCES counter_returns,
  CONSTRAINT stock_ledger_of_order CHECK (reason IN ('sale', 'release', 'revision') = (order_id IS NOT NULL)),
  CONSTRAINT stock_ledger_revision CHECK ((reason = 'revision') = (revision > 1)),
  CONSTRAINT stock_ledger_of_stock_take CHECK ((reason = 'stock_take') = (stock_take_id IS NOT NULL)),
  CONSTRAINT stock_ledger_of_write_off CHECK ((reason = 'write_off') = (write_off_id IS NOT NULL)),
  CONSTRAINT stock_ledger_of_purchase CHECK ((reason = 'purchase') = (purchase_id IS NOT NULL)),
  -- What came back did so for a problem, or over the counter.
  CONSTRAINT stock_ledger_of_return CHECK (num_nonnulls(problem_id, counter_return_id) =
CASE reason
    WHEN 'return' THEN 1
    ELSE 0
END)
);
CREATE UNIQUE INDEX stock_ledger_once ON stock_ledger (order_id, variant_id, reason, revision) WHERE order_id IS NOT NULL;
CREATE INDEX stock_ledger_problem ON stock_ledger (problem_id) WHERE problem_id IS NOT NULL;
CREATE UNIQUE INDEX stock_ledger_stock_take_once ON stock_ledger (stock_take_id, variant_id) WHERE stock_take_id IS NOT NULL;
CREATE UNIQUE INDEX stock_ledger_write_off_once ON stock_ledger (write_off_id) WHERE write_off_id IS NOT NULL;
CREATE INDEX stock_ledger_variant ON stock_ledger (variant_id, id);
CREATE UNIQUE INDEX stock_ledger_purchase_once ON stock_ledger (purchase_id, variant_id) WHERE purchase_id IS NOT NULL;
CREATE UNIQUE INDEX stock_ledger_counter_return_once ON stock_ledger (counter_return_id, variant_id)
  WHERE counter_return_id IS NOT NULL;
