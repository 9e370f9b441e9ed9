import type { Knex } from 'knex';

const REASONS = [
  'opening',
  'adjustment',
  'import',
  'sale',
  'release',
  'revision',
  'return',
  'stock_take',
  'purchase',
  'write_off',
];

const listed = (reasons: string[]) => reasons.map((reason) => `'${reason}'`).join(', ');

/**
 * A stock can be kept in grams or millilitres. Existing ones stay pieces: an item takes its `content` from the stock, which is 1
 * then.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(ADD_UNITS);
}

// Existing rows satisfy the constraints: no table that orders need is read.
const ADD_UNITS = `ALTER TABLE variants
     -- Stock, reorder level and ledger are in it.
     ADD COLUMN stock_unit text NOT NULL DEFAULT 'piece',
     ADD COLUMN content integer NOT NULL DEFAULT 1,
     ADD CONSTRAINT variants_stock_unit CHECK (stock_unit IN ('piece', 'g', 'ml')) NOT VALID,
     ADD CONSTRAINT variants_content CHECK (content > 0 AND (stock_unit <> 'piece' OR content = 1)) NOT VALID,
     DROP CONSTRAINT variants_reorder_level_check,
     ADD CONSTRAINT variants_reorder_level_check CHECK (reorder_level BETWEEN 0 AND 1000000000) NOT VALID;
   -- Quantities are in the unit that the stock had then; the cost is of one item.
   ALTER TABLE purchase_lines
     ADD COLUMN stock_unit text NOT NULL DEFAULT 'piece' CHECK (stock_unit IN ('piece', 'g', 'ml')),
     ADD COLUMN content integer NOT NULL DEFAULT 1 CHECK (content > 0);
   ALTER TABLE stock_take_lines
     ADD COLUMN stock_unit text NOT NULL DEFAULT 'piece' CHECK (stock_unit IN ('piece', 'g', 'ml')),
     ADD COLUMN content integer NOT NULL DEFAULT 1 CHECK (content > 0);
   ALTER TABLE stock_ledger
     DROP CONSTRAINT stock_ledger_reason_check,
     ADD CONSTRAINT stock_ledger_reason_check CHECK (reason IN (${listed([...REASONS, 'conversion'])})) NOT VALID;
   -- Rows of the ledger before this one are in the unit that the stock had until then.
   CREATE TABLE stock_conversions (
     ledger_id bigint PRIMARY KEY REFERENCES stock_ledger,
     variant_id bigint NOT NULL REFERENCES variants,
     from_unit text NOT NULL CHECK (from_unit IN ('piece', 'g', 'ml')),
     from_content integer NOT NULL CHECK (from_content > 0),
     to_unit text NOT NULL CHECK (to_unit IN ('piece', 'g', 'ml')),
     to_content integer NOT NULL CHECK (to_content > 0)
   );
   CREATE INDEX stock_conversions_variant ON stock_conversions (variant_id, ledger_id)`;

/** Stocks become pieces again, as many as are whole. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(REMOVE_UNITS);
}

const REMOVE_UNITS = `INSERT INTO stock_ledger (variant_id, delta, reason)
     SELECT id, stock / content - stock, 'adjustment' FROM variants WHERE stock_unit <> 'piece';
   UPDATE variants SET stock = stock / content, reorder_level = least(reorder_level / content, 1000000)
     WHERE stock_unit <> 'piece';
   UPDATE purchase_lines SET quantity = greatest(1, quantity / content), written_off = 0 WHERE stock_unit <> 'piece';
   UPDATE stock_take_lines SET counted = counted / content, stock = stock / content, to_pack = to_pack / content,
     applied = applied / content WHERE stock_unit <> 'piece';
   UPDATE stock_ledger SET reason = 'adjustment' WHERE reason = 'conversion';
   DROP TABLE stock_conversions;
   ALTER TABLE stock_ledger
     DROP CONSTRAINT stock_ledger_reason_check,
     ADD CONSTRAINT stock_ledger_reason_check CHECK (reason IN (${listed(REASONS)}));
   ALTER TABLE stock_take_lines DROP COLUMN stock_unit, DROP COLUMN content;
   ALTER TABLE purchase_lines DROP COLUMN stock_unit, DROP COLUMN content;
   ALTER TABLE variants
     DROP COLUMN stock_unit, DROP COLUMN content,
     DROP CONSTRAINT variants_reorder_level_check,
     ADD CONSTRAINT variants_reorder_level_check CHECK (reorder_level BETWEEN 0 AND 1000000)`;
