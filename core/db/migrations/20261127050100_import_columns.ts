import type { Knex } from 'knex';

/** What the columns of imported files mean, the changes of each row, and what undoing an import needs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE imports
      -- The columns of the file, each with some of its cells.
      ADD COLUMN header jsonb NOT NULL DEFAULT '[]',
      -- What each of them is in the catalog; NULL for files whose header has the names of an export.
      ADD COLUMN columns jsonb,
      ADD COLUMN accepts_unusual boolean NOT NULL DEFAULT false,
      ADD COLUMN unusual integer NOT NULL DEFAULT 0,
      ADD COLUMN undone_at timestamptz,
      ADD COLUMN undone_by bigint REFERENCES users,
      DROP CONSTRAINT imports_state_check,
      ADD CONSTRAINT imports_state_check
        CHECK (state IN ('unmapped', 'waiting', 'running', 'done', 'cancelled', 'failed'));
    CREATE INDEX imports_undone_by ON imports (undone_by) WHERE undone_by IS NOT NULL;

    -- The meaning of columns as a shop has chosen it, by the header of its files.
    CREATE TABLE import_columns (
      shop_id bigint NOT NULL REFERENCES shops,
      header_hash text NOT NULL,
      columns jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (shop_id, header_hash)
    );

    -- The rows that are new or change something.
    CREATE TABLE import_rows (
      import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
      row integer NOT NULL,
      kind text NOT NULL CHECK (kind IN ('created', 'changed')),
      name text NOT NULL,
      cells jsonb NOT NULL,
      is_unusual boolean NOT NULL,
      PRIMARY KEY (import_id, row)
    );

    -- The products that an import has stored, before and after.
    CREATE TABLE import_products (
      import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
      product_id bigint NOT NULL REFERENCES products,
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE import_products, import_rows, import_columns;
    DELETE FROM imports WHERE state = 'unmapped';
    ALTER TABLE imports DROP COLUMN header, DROP COLUMN columns, DROP COLUMN accepts_unusual, DROP COLUMN unusual,
      DROP COLUMN undone_at, DROP COLUMN undone_by,
      DROP CONSTRAINT imports_state_check,
      ADD CONSTRAINT imports_state_check CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'failed'));
  `);
}
