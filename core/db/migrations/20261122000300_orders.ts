import type { Knex } from 'knex';

/** Addresses, orders with their items and status changes, and the stock ledger. */
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
      -- Orders that are 'awaiting' their payment reserve stock and are not visible to the shop yet.
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
      -- Until when stock is reserved for an unpaid order, and when the sweep looks at the reservation next.
      reserved_until timestamptz,
      reservation_check_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When cash was collected: at delivery.
      collected_at timestamptz,
      CHECK ((takeaway AND address IS NULL) OR (NOT takeaway AND address IS NOT NULL AND total_paise >= min_order_paise)),
      CHECK ((payment_method = 'cod') = (payment_status IN ('due', 'collected'))),
      CONSTRAINT orders_collected_once CHECK ((payment_status = 'collected') = (collected_at IS NOT NULL))
    );
    CREATE INDEX orders_of_user ON orders (user_id, id DESC);
    CREATE INDEX orders_reserved ON orders (reserved_until) WHERE payment_status = 'awaiting';
    -- The order board's list of one status, and its count.
    CREATE INDEX orders_of_shop_by_status ON orders (shop_id, status, id DESC)
      WHERE payment_status NOT IN ('awaiting', 'expired');
    -- The whole list and its search: with number and phone in the index, only matching rows are read.
    CREATE INDEX orders_of_shop_found ON orders (shop_id, id DESC) INCLUDE (order_number, customer_phone)
      WHERE payment_status NOT IN ('awaiting', 'expired');
    -- Statistics of a shop, without reading its older orders.
    CREATE INDEX orders_by_time ON orders (shop_id, created_at) INCLUDE (total_paise, payment_status);
    CREATE INDEX orders_open ON orders (shop_id)
      WHERE status <> 'Delivered' AND payment_status NOT IN ('awaiting', 'expired');
    CREATE INDEX orders_collected ON orders (shop_id, collected_at) INCLUDE (total_paise)
      WHERE payment_status = 'collected';
    CREATE INDEX orders_paid ON orders (created_at) WHERE payment_status = 'paid';

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

    -- One row per status change. actor_shop_id: the shop the actor acted for; NULL for the platform.
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

    -- One row per stock change: the sum of a variant's rows is its stock.
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

    -- Idempotency keys of requests that place an order. Keys of clients are valid until maintenance deletes them, derived
    -- ones ('cart:…', for clients that send none) for ten seconds.
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE order_requests, stock_ledger, order_events, order_items, orders, addresses');
}
