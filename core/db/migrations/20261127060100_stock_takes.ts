import type { Knex } from 'knex';

/** Shops count their stock, write off what is lost, and say at which stock a variant is to be ordered again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops ADD COLUMN low_stock integer NOT NULL DEFAULT 5 CHECK (low_stock BETWEEN 0 AND 1000000);
    -- NULL: that of the shop.
    ALTER TABLE variants ADD COLUMN reorder_level integer CHECK (reorder_level BETWEEN 0 AND 1000000),
      -- What a piece cost when it was bought last.
      ADD COLUMN cost_paise bigint CHECK (cost_paise >= 0);

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
      CHECK ((state = 'open') = (ended_at IS NULL))
    );
    CREATE UNIQUE INDEX stock_takes_one_open ON stock_takes (shop_id) WHERE state = 'open';
    CREATE INDEX stock_takes_shop ON stock_takes (shop_id, id DESC);

    -- What was counted of each variant. The difference is against what was there at the last count.
    CREATE TABLE stock_take_lines (
      stock_take_id bigint NOT NULL REFERENCES stock_takes,
      variant_id bigint NOT NULL REFERENCES variants,
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
      stock_take_id bigint NOT NULL REFERENCES stock_takes,
      key text NOT NULL,
      variant_id bigint NOT NULL REFERENCES variants,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (stock_take_id, key)
    );

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
      UNIQUE (shop_id, key)
    );
    CREATE INDEX stock_write_offs_variant ON stock_write_offs (variant_id);

    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check,
      ADD COLUMN stock_take_id bigint REFERENCES stock_takes,
      ADD COLUMN write_off_id bigint REFERENCES stock_write_offs,
      ADD CONSTRAINT stock_ledger_reason_check CHECK (reason IN ('opening', 'adjustment', 'import', 'sale', 'release',
        'revision', 'return', 'stock_take', 'purchase', 'write_off')),
      ADD CONSTRAINT stock_ledger_of_stock_take CHECK ((reason = 'stock_take') = (stock_take_id IS NOT NULL)),
      ADD CONSTRAINT stock_ledger_of_write_off CHECK ((reason = 'write_off') = (write_off_id IS NOT NULL));
    CREATE UNIQUE INDEX stock_ledger_stock_take_once ON stock_ledger (stock_take_id, variant_id)
      WHERE stock_take_id IS NOT NULL;
    CREATE UNIQUE INDEX stock_ledger_write_off_once ON stock_ledger (write_off_id) WHERE write_off_id IS NOT NULL;
    -- The history of a variant, page by page.
    DROP INDEX stock_ledger_variant;
    CREATE INDEX stock_ledger_variant ON stock_ledger (variant_id, id);
  `);
}

/** What was counted and written off stays in stock, as adjustments. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX stock_ledger_variant;
    CREATE INDEX stock_ledger_variant ON stock_ledger (variant_id);
    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check, DROP COLUMN stock_take_id, DROP COLUMN write_off_id;
    UPDATE stock_ledger SET reason = 'adjustment' WHERE reason IN ('import', 'stock_take', 'purchase', 'write_off');
    ALTER TABLE stock_ledger ADD CONSTRAINT stock_ledger_reason_check
      CHECK (reason IN ('opening', 'adjustment', 'sale', 'release', 'revision', 'return'));
    DROP TABLE stock_write_offs, stock_take_counts, stock_take_lines, stock_takes;
    ALTER TABLE variants DROP COLUMN reorder_level, DROP COLUMN cost_paise;
    ALTER TABLE shops DROP COLUMN low_stock;
  `);
}
