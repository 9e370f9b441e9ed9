import type { Knex } from 'knex';

/** What a shop writes about a customer, and the customers that it blocks. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row for each customer that a shop has noted something about: an account, or the mobile number of a counter sale.
    CREATE TABLE shop_customers (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      user_id bigint REFERENCES users,
      mobile text CHECK (mobile ~ '^[6-9][0-9]{9}$'),
      note text CHECK (length(note) BETWEEN 1 AND 1000),
      blocked_at timestamptz,
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT shop_customers_one_person CHECK (num_nonnulls(user_id, mobile) = 1),
      -- Only accounts order online.
      CONSTRAINT shop_customers_blocked_account CHECK (blocked_at IS NULL OR user_id IS NOT NULL),
      UNIQUE (shop_id, user_id),
      UNIQUE (shop_id, mobile)
    );
    CREATE INDEX shop_customers_user ON shop_customers (user_id);

    -- The customers of a shop with their sums are read from this index alone.
    CREATE INDEX orders_of_shop_customer ON orders (shop_id, user_id, id DESC)
      INCLUDE (customer_phone, total_paise, status, payment_status)
      WHERE payment_status NOT IN ('awaiting', 'expired');
  `);
}

/** Notes and blocks are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX orders_of_shop_customer;
    DROP TABLE shop_customers;
  `);
}
