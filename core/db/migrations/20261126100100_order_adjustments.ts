import type { Knex } from 'knex';

/** Shops can change the lines of accepted orders; customers choose what happens to what is not available, and are asked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders DROP CONSTRAINT orders_check,
      -- The minimum is for what is ordered, and not for what the shop has of it.
      ADD CONSTRAINT orders_address_and_minimum CHECK ((takeaway AND address IS NULL)
        OR (NOT takeaway AND address IS NOT NULL AND (total_paise >= min_order_paise OR revision > 1))),
      ADD COLUMN if_unavailable text NOT NULL DEFAULT 'call_me'
        CHECK (if_unavailable IN ('call_me', 'replace', 'leave_out')),
      -- What of the total is paid in cash although the order was paid online: what it became dearer with consent.
      ADD COLUMN cash_extra_paise bigint NOT NULL DEFAULT 0
        CHECK (cash_extra_paise >= 0 AND (cash_extra_paise = 0 OR payment_method = 'online'));
    CREATE INDEX orders_with_cash_extra ON orders (shop_id) WHERE cash_extra_paise > 0;

    ALTER TABLE order_items
      -- What the line costs where that is not price times quantity: as packed, or at the price of what it replaces.
      ADD COLUMN agreed_paise bigint CHECK (agreed_paise >= 0),
      ADD COLUMN packed_grams integer CHECK (packed_grams > 0);

    -- One row per variant for each change of an order's lines; those of 'sale' and 'release' have the first revision.
    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check, DROP CONSTRAINT stock_ledger_check,
      ADD COLUMN revision integer NOT NULL DEFAULT 1,
      ADD CONSTRAINT stock_ledger_reason_check
        CHECK (reason IN ('opening', 'adjustment', 'sale', 'release', 'revision')),
      ADD CONSTRAINT stock_ledger_of_order
        CHECK ((reason IN ('sale', 'release', 'revision')) = (order_id IS NOT NULL)),
      ADD CONSTRAINT stock_ledger_revision CHECK ((reason = 'revision') = (revision > 1));
    DROP INDEX stock_ledger_once;
    CREATE UNIQUE INDEX stock_ledger_once ON stock_ledger (order_id, variant_id, reason, revision)
      WHERE order_id IS NOT NULL;

    ALTER TABLE shops ADD COLUMN answer_minutes integer NOT NULL DEFAULT 10 CHECK (answer_minutes BETWEEN 3 AND 60);

    -- The lines of an order before each change, as they were read; append-only.
    CREATE TABLE order_revisions (
      order_id bigint NOT NULL REFERENCES orders,
      revision integer NOT NULL CHECK (revision >= 1),
      total_paise bigint NOT NULL,
      lines jsonb NOT NULL,
      ended_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (order_id, revision)
    );

    CREATE TABLE order_proposals (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id bigint NOT NULL REFERENCES orders,
      state text NOT NULL
        CHECK (state IN ('open', 'applied', 'answered', 'unanswered', 'withdrawn', 'closed')),
      -- The total if all of it is accepted.
      total_paise bigint NOT NULL,
      proposed_at timestamptz NOT NULL DEFAULT now(),
      -- NULL for one that needs no answer.
      answer_by timestamptz,
      settled_at timestamptz,
      CHECK ((state = 'open') = (settled_at IS NULL)),
      CHECK ((state = 'applied') = (answer_by IS NULL))
    );
    CREATE INDEX order_proposals_order ON order_proposals (order_id, id);
    CREATE UNIQUE INDEX order_proposals_open ON order_proposals (order_id) WHERE state = 'open';
    CREATE INDEX order_proposals_due ON order_proposals (answer_by) WHERE state = 'open';

    -- item_id: of the order's line, which may be left out since.
    CREATE TABLE order_proposal_lines (
      proposal_id bigint NOT NULL REFERENCES order_proposals,
      item_id bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('leave_out', 'fewer', 'weight', 'replace')),
      quantity integer CHECK (quantity >= 1),
      grams integer CHECK (grams > 0),
      variant_id bigint REFERENCES variants,
      unit_price_paise bigint,
      at_old_price boolean NOT NULL DEFAULT false,
      -- What the line costs if this is accepted.
      amount_paise bigint NOT NULL CHECK (amount_paise >= 0),
      outcome text CHECK (outcome IN ('apply', 'leave_out', 'keep')),
      PRIMARY KEY (proposal_id, item_id),
      CHECK ((kind IN ('fewer', 'replace')) = (quantity IS NOT NULL)),
      CHECK ((kind = 'weight') = (grams IS NOT NULL)),
      CHECK ((kind = 'replace') = (variant_id IS NOT NULL AND unit_price_paise IS NOT NULL))
    );
  `);
}

/** Orders whose lines were changed must be gone. Proposals and choices of customers are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE order_proposal_lines, order_proposals, order_revisions;
    ALTER TABLE shops DROP COLUMN answer_minutes;
    DROP INDEX stock_ledger_once;
    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check, DROP CONSTRAINT stock_ledger_of_order,
      DROP CONSTRAINT stock_ledger_revision, DROP COLUMN revision;
    ALTER TABLE stock_ledger
      ADD CONSTRAINT stock_ledger_reason_check CHECK (reason IN ('opening', 'adjustment', 'sale', 'release')),
      ADD CONSTRAINT stock_ledger_check CHECK ((reason IN ('sale', 'release')) = (order_id IS NOT NULL));
    CREATE UNIQUE INDEX stock_ledger_once ON stock_ledger (order_id, variant_id, reason) WHERE order_id IS NOT NULL;
    ALTER TABLE order_items DROP COLUMN agreed_paise, DROP COLUMN packed_grams;
    DROP INDEX orders_with_cash_extra;
    ALTER TABLE orders DROP COLUMN if_unavailable, DROP COLUMN cash_extra_paise,
      DROP CONSTRAINT orders_address_and_minimum;
    ALTER TABLE orders ADD CONSTRAINT orders_check
      CHECK ((takeaway AND address IS NULL) OR (NOT takeaway AND address IS NOT NULL AND total_paise >= min_order_paise));
  `);
}
