import type { Knex } from 'knex';

/** Items of counter sales come back: their money is paid out, and what can be sold again is in the stock again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE counter_returns (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id bigint NOT NULL REFERENCES orders,
      amount_paise bigint NOT NULL CHECK (amount_paise >= 0),
      to_stock boolean NOT NULL,
      actor_id bigint NOT NULL REFERENCES users,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX counter_returns_order ON counter_returns (order_id);
    CREATE TABLE counter_return_lines (
      return_id bigint NOT NULL REFERENCES counter_returns,
      item_id bigint NOT NULL REFERENCES order_items,
      quantity integer NOT NULL CHECK (quantity >= 1),
      PRIMARY KEY (return_id, item_id)
    );
    CREATE INDEX counter_return_lines_item ON counter_return_lines (item_id);

    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_of_problem,
      ADD COLUMN counter_return_id bigint REFERENCES counter_returns,
      -- What came back did so for a problem, or over the counter.
      ADD CONSTRAINT stock_ledger_of_return
        CHECK (num_nonnulls(problem_id, counter_return_id) = CASE reason WHEN 'return' THEN 1 ELSE 0 END);
    CREATE UNIQUE INDEX stock_ledger_counter_return_once ON stock_ledger (counter_return_id, variant_id)
      WHERE counter_return_id IS NOT NULL;
  `);
}

/** What came back over the counter stays in stock, as adjustments. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_of_return;
    UPDATE stock_ledger SET reason = 'adjustment' WHERE counter_return_id IS NOT NULL;
    ALTER TABLE stock_ledger DROP COLUMN counter_return_id,
      ADD CONSTRAINT stock_ledger_of_problem CHECK ((reason = 'return') = (problem_id IS NOT NULL));
    DROP TABLE counter_return_lines, counter_returns;
  `);
}
