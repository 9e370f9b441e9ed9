import type { Knex } from 'knex';

/** Addresses, orders, what moved the stock, payments. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE addresses (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users,
      name text NOT NULL,
      street text NOT NULL,
      city text NOT NULL,
      zip text NOT NULL,
      phone text NOT NULL CHECK (phone ~ '^[6-9][0-9]{9}$'),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX addresses_user ON addresses (user_id, id);

    CREATE TABLE orders (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_number text NOT NULL GENERATED ALWAYS AS ('H' || lpad(id::text, 6, '0')) STORED,
      user_id bigint NOT NULL REFERENCES users,
      shop_id bigint NOT NULL REFERENCES shops,
      status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'Accepted', 'In Transit', 'Delivered')),
      -- 'awaiting' orders hold stock but are not seen by the shop until their money is there.
      payment_status text NOT NULL DEFAULT 'due'
        CHECK (payment_status IN ('due', 'collected', 'awaiting', 'paid', 'expired', 'refund_due', 'refunded')),
      payment_method text NOT NULL CHECK (payment_method IN ('cod', 'online')),
      takeaway boolean NOT NULL,
      total_paise bigint NOT NULL CHECK (total_paise >= 0),
      min_order_paise bigint NOT NULL CHECK (min_order_paise >= 0),
      customer_name text NOT NULL,
      customer_phone text,
      address jsonb,
      client_order_date text,
      held_until timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((takeaway AND address IS NULL) OR (NOT takeaway AND address IS NOT NULL AND total_paise >= min_order_paise)),
      CHECK ((payment_method = 'cod') = (payment_status IN ('due', 'collected')))
    );
    CREATE INDEX orders_of_shop ON orders (shop_id, id DESC) WHERE payment_status NOT IN ('awaiting', 'expired');
    CREATE INDEX orders_of_user ON orders (user_id, id DESC);
    CREATE INDEX orders_held ON orders (held_until) WHERE payment_status = 'awaiting';

    CREATE TABLE order_items (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id bigint NOT NULL REFERENCES orders,
      variant_id bigint NOT NULL REFERENCES variants,
      product_id bigint NOT NULL REFERENCES products,
      name text NOT NULL,
      size text,
      color text,
      unit text,
      image text,
      unit_price_paise bigint NOT NULL CHECK (unit_price_paise >= 0),
      quantity integer NOT NULL CHECK (quantity >= 1),
      UNIQUE (order_id, variant_id)
    );
    CREATE INDEX order_items_variant ON order_items (variant_id);
    CREATE INDEX order_items_product ON order_items (product_id);

    -- One row per step: who moved the order, from where to where, for which shop (NULL: the platform).
    CREATE TABLE order_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id bigint NOT NULL REFERENCES orders,
      from_status text NOT NULL,
      to_status text NOT NULL,
      actor_id bigint NOT NULL REFERENCES users,
      actor_shop_id bigint REFERENCES shops,
      at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (order_id, to_status)
    );

    -- Why a stock is what it is: the sum of a variant's rows is its stock.
    CREATE TABLE stock_ledger (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      variant_id bigint NOT NULL REFERENCES variants,
      delta integer NOT NULL,
      reason text NOT NULL CHECK (reason IN ('opening', 'adjustment', 'sale', 'release')),
      order_id bigint REFERENCES orders,
      actor_id bigint REFERENCES users,
      at timestamptz NOT NULL DEFAULT now(),
      CHECK ((reason IN ('sale', 'release')) = (order_id IS NOT NULL))
    );
    CREATE UNIQUE INDEX stock_ledger_once ON stock_ledger (order_id, variant_id, reason) WHERE order_id IS NOT NULL;
    CREATE INDEX stock_ledger_variant ON stock_ledger (variant_id);

    -- A request that may come twice. Keys of the client never expire before upkeep removes them; derived ones
    -- ('cart:…', for clients that send none) stand for ten seconds.
    CREATE TABLE order_requests (
      user_id bigint NOT NULL REFERENCES users,
      key text NOT NULL,
      body_hash text NOT NULL,
      order_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key),
      FOREIGN KEY (order_id) REFERENCES orders DEFERRABLE INITIALLY DEFERRED
    );
    CREATE INDEX order_requests_order ON order_requests (order_id);
    CREATE INDEX order_requests_age ON order_requests (created_at);

    CREATE TABLE payments (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      provider text NOT NULL CHECK (provider IN ('stripe', 'razorpay')),
      provider_order_id text NOT NULL,
      provider_payment_id text,
      user_id bigint NOT NULL REFERENCES users,
      order_id bigint REFERENCES orders,
      amount_paise bigint NOT NULL CHECK (amount_paise > 0),
      currency text NOT NULL DEFAULT 'INR',
      state text NOT NULL DEFAULT 'created'
        CHECK (state IN ('created', 'failed', 'paid', 'consumed', 'refund_due', 'refunded')),
      created_at timestamptz NOT NULL DEFAULT now(),
      paid_at timestamptz,
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (provider, provider_order_id),
      UNIQUE (provider, provider_payment_id)
    );
    CREATE UNIQUE INDEX payments_one_per_order ON payments (order_id) WHERE state IN ('paid', 'consumed');
    CREATE INDEX payments_of_order ON payments (order_id);
    CREATE INDEX payments_unsettled ON payments (created_at) WHERE state IN ('created', 'paid', 'refund_due');

    CREATE TABLE refunds (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      payment_id bigint NOT NULL REFERENCES payments,
      amount_paise bigint NOT NULL CHECK (amount_paise > 0),
      state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'requested', 'done', 'failed')),
      provider_refund_id text UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX refunds_payment ON refunds (payment_id);

    CREATE TABLE webhook_events (
      provider text NOT NULL,
      event_id text NOT NULL,
      payload jsonb NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      PRIMARY KEY (provider, event_id)
    );
    CREATE INDEX webhook_events_waiting ON webhook_events (received_at) WHERE processed_at IS NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE webhook_events, refunds, payments, order_requests, stock_ledger, order_events, order_items, orders, addresses;
  `);
}
