import type { Knex } from 'knex';

/** Limits for orders and payments of one account, the largest quantity per order, and blocked accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Set for uses that are counted by the statement they limit, which fails above it. NULL for those that the library counts.
    ALTER TABLE rate_limits ADD COLUMN max integer, ADD CONSTRAINT rate_limits_max CHECK (points <= max);

    -- How often the limits refused an account, by day.
    CREATE TABLE limit_refusals (
      user_id bigint NOT NULL REFERENCES users,
      day date NOT NULL DEFAULT current_date,
      count integer NOT NULL DEFAULT 1,
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, day)
    );
    CREATE INDEX limit_refusals_day ON limit_refusals (day);

    -- Accounts with a delivered order have larger limits.
    CREATE INDEX orders_delivered_to_user ON orders (user_id) WHERE status = 'Delivered';
    -- A customer has at most one order per shop that awaits its payment.
    CREATE INDEX orders_awaiting_of_user ON orders (user_id, shop_id) WHERE payment_status = 'awaiting';
    CREATE INDEX orders_expired ON orders (created_at) WHERE payment_status = 'expired';
    CREATE INDEX users_blocked ON users (blocked_at) WHERE blocked_at IS NOT NULL;

    DROP INDEX activity_log_operator;
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked');

    -- The largest quantity of one item in one order; NULL for no limit. The catalog shows it.
    ALTER TABLE shops ADD COLUMN max_per_order integer CHECK (max_per_order BETWEEN 1 AND 999);
    CREATE TRIGGER shops_max_per_order_updated AFTER UPDATE OF max_per_order ON shops
      FOR EACH ROW WHEN (OLD.max_per_order IS DISTINCT FROM NEW.max_per_order)
      EXECUTE FUNCTION raise_catalog_version_of_shop();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_max_per_order_updated ON shops;
    ALTER TABLE shops DROP COLUMN max_per_order;
    DROP INDEX activity_log_operator;
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed');
    DROP INDEX users_blocked, orders_expired, orders_awaiting_of_user, orders_delivered_to_user;
    DROP TABLE limit_refusals;
    ALTER TABLE rate_limits DROP COLUMN max;
  `);
}
