import type { Knex } from 'knex';

/** Shops record what they buy: from whom, at which cost, and until when it is best. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      UNIQUE (shop_id, key),
      CHECK ((state = 'booked') = (booked_at IS NOT NULL)),
      CHECK (reverses_id IS NULL OR state = 'booked')
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
      written_off integer NOT NULL DEFAULT 0 CHECK (written_off BETWEEN 0 AND quantity),
      UNIQUE (purchase_id, position)
    );
    CREATE INDEX purchase_lines_variant ON purchase_lines (variant_id, best_before);

    ALTER TABLE stock_write_offs ADD COLUMN purchase_line_id bigint REFERENCES purchase_lines;
    CREATE INDEX stock_write_offs_batch ON stock_write_offs (purchase_line_id) WHERE purchase_line_id IS NOT NULL;
    ALTER TABLE stock_ledger ADD COLUMN purchase_id bigint REFERENCES purchases,
      ADD CONSTRAINT stock_ledger_of_purchase CHECK ((reason = 'purchase') = (purchase_id IS NOT NULL));
    CREATE UNIQUE INDEX stock_ledger_purchase_once ON stock_ledger (purchase_id, variant_id) WHERE purchase_id IS NOT NULL;
  `);
}

/** What was bought stays in stock, as adjustments. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE stock_ledger DROP COLUMN purchase_id;
    UPDATE stock_ledger SET reason = 'adjustment' WHERE reason = 'purchase';
    ALTER TABLE stock_write_offs DROP COLUMN purchase_line_id;
    DROP TABLE purchase_lines, purchases, suppliers;
  `);
}
