import type { Knex } from 'knex';

/** Problems that customers report after delivery: tickets with lines, pictures and messages, and replacement orders. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops ADD COLUMN problem_hours integer NOT NULL DEFAULT 24 CHECK (problem_hours BETWEEN 24 AND 168);

    CREATE TABLE order_problems (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      problem_number text NOT NULL GENERATED ALWAYS AS ('P' || lpad(id::text, 6, '0')) STORED,
      order_id bigint NOT NULL REFERENCES orders,
      shop_id bigint NOT NULL REFERENCES shops,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'acknowledged', 'refunded', 'replaced', 'refused')),
      reported_at timestamptz NOT NULL DEFAULT now(),
      -- India's rules for e-commerce: acknowledged within 48 hours, solved within a month.
      acknowledge_by timestamptz NOT NULL DEFAULT now() + interval '48 hours',
      solve_by timestamptz NOT NULL DEFAULT now() + interval '30 days',
      acknowledged_at timestamptz,
      solved_at timestamptz,
      -- What the answer returned, and the order that replaces what was wrong with this one.
      refund_paise bigint CHECK (refund_paise > 0),
      replacement_order_id bigint UNIQUE REFERENCES orders,
      -- When the shop is reminded next; NULL for no more.
      remind_at timestamptz DEFAULT now() + interval '24 hours',
      CHECK ((state = 'open') = (acknowledged_at IS NULL)),
      CHECK ((state IN ('open', 'acknowledged')) = (solved_at IS NULL)),
      CHECK ((state = 'refunded') = (refund_paise IS NOT NULL)),
      CHECK ((state = 'replaced') = (replacement_order_id IS NOT NULL))
    );
    CREATE INDEX order_problems_order ON order_problems (order_id, id);
    CREATE UNIQUE INDEX order_problems_one_unsolved ON order_problems (order_id) WHERE solved_at IS NULL;
    CREATE INDEX order_problems_shop ON order_problems (shop_id, id DESC);
    CREATE INDEX order_problems_unsolved ON order_problems (solve_by) WHERE solved_at IS NULL;
    CREATE INDEX order_problems_remind ON order_problems (remind_at) WHERE solved_at IS NULL;

    CREATE TABLE order_problem_lines (
      problem_id bigint NOT NULL REFERENCES order_problems,
      order_item_id bigint NOT NULL REFERENCES order_items,
      kind text NOT NULL CHECK (kind IN ('missing', 'damaged', 'wrong', 'other')),
      quantity integer NOT NULL CHECK (quantity >= 1),
      -- How many the shop has back on sale.
      returned integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
      PRIMARY KEY (problem_id, order_item_id)
    );
    CREATE INDEX order_problem_lines_item ON order_problem_lines (order_item_id);

    -- Append-only but for texts, which are erased with their author's account.
    CREATE TABLE order_problem_messages (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      problem_id bigint NOT NULL REFERENCES order_problems,
      kind text NOT NULL CHECK (kind IN ('reported', 'message', 'acknowledged', 'refunded', 'replaced', 'refused')),
      actor text NOT NULL CHECK (actor IN ('customer', 'shop', 'operator')),
      actor_id bigint NOT NULL REFERENCES users,
      text text CHECK (length(text) BETWEEN 1 AND 500),
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_problem_messages_problem ON order_problem_messages (problem_id, id);
    CREATE INDEX order_problem_messages_actor ON order_problem_messages (actor_id);

    -- Not in the picture store, which is public.
    CREATE TABLE order_problem_pictures (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      problem_id bigint NOT NULL REFERENCES order_problems,
      position integer NOT NULL,
      bytes bytea NOT NULL,
      UNIQUE (problem_id, position)
    );

    -- A replacement costs nothing.
    ALTER TABLE orders ADD COLUMN replaces_order_id bigint REFERENCES orders,
      ADD CONSTRAINT orders_replacement_free CHECK (replaces_order_id IS NULL OR total_paise = 0);
    CREATE INDEX orders_replacing ON orders (replaces_order_id) WHERE replaces_order_id IS NOT NULL;

    -- What came back for a problem, possibly in several parts. 'revision': a change of an order's lines.
    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check,
      ADD COLUMN problem_id bigint REFERENCES order_problems,
      ADD CONSTRAINT stock_ledger_reason_check
        CHECK (reason IN ('opening', 'adjustment', 'sale', 'release', 'revision', 'return')),
      ADD CONSTRAINT stock_ledger_of_problem CHECK ((reason = 'return') = (problem_id IS NOT NULL));
    CREATE INDEX stock_ledger_problem ON stock_ledger (problem_id) WHERE problem_id IS NOT NULL;
  `);
}

/** Problems are lost. What came back for one stays in stock, as an adjustment; replacement orders stay, as orders of their own. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE stock_ledger DROP COLUMN problem_id;
    UPDATE stock_ledger SET reason = 'adjustment' WHERE reason = 'return';
    ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check,
      ADD CONSTRAINT stock_ledger_reason_check CHECK (reason IN ('opening', 'adjustment', 'sale', 'release', 'revision'));
    ALTER TABLE orders DROP COLUMN replaces_order_id;
    DROP TABLE order_problem_pictures, order_problem_messages, order_problem_lines, order_problems;
    ALTER TABLE shops DROP COLUMN problem_hours;
  `);
}
