import type { Knex } from 'knex';

/** A payment can be refunded in several parts; cash that goes back to a customer is recorded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX refunds_once;
    ALTER TABLE refunds
      -- Part of our reference at the provider. Those that exist were requested with the payment's.
      ADD COLUMN token text,
      ADD COLUMN reason text,
      -- In the words of the shop or the operator, for the customer.
      ADD COLUMN reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
      -- Whose money it was; NULL for a payment that no order has used.
      ADD COLUMN order_id bigint REFERENCES orders,
      -- How often the provider declined it before, under other ids.
      ADD COLUMN declines integer NOT NULL DEFAULT 0,
      -- Another one took the place of this declined one.
      ADD COLUMN is_retried boolean NOT NULL DEFAULT false;
    UPDATE refunds r SET token = p.token,
      reason = (SELECT e.details ->> 'reason' FROM payment_events e
        WHERE e.payment_id = p.id AND e.to_state = 'refund_due' ORDER BY e.id LIMIT 1),
      order_id = CASE WHEN EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'consumed')
        THEN p.order_id END,
      declines = (SELECT count(*) FROM refunds before WHERE before.payment_id = r.payment_id AND before.id < r.id),
      is_retried = EXISTS (SELECT FROM refunds later WHERE later.payment_id = r.payment_id AND later.id > r.id)
    FROM payments p WHERE p.id = r.payment_id;
    ALTER TABLE refunds ALTER token SET DEFAULT substr(gen_random_uuid()::text, 1, 8), ALTER token SET NOT NULL;
    CREATE INDEX refunds_declined ON refunds (payment_id) WHERE state = 'failed' AND NOT is_retried;
    CREATE INDEX refunds_of_order ON refunds (order_id) WHERE order_id IS NOT NULL;

    -- Cash that a shop has given back; append-only.
    CREATE TABLE cash_payouts (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id bigint NOT NULL REFERENCES orders,
      amount_paise bigint NOT NULL CHECK (amount_paise > 0),
      reason text NOT NULL,
      reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
      actor_id bigint REFERENCES users,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX cash_payouts_order ON cash_payouts (order_id);
    CREATE INDEX cash_payouts_at ON cash_payouts (at);

    -- What of the total went back, or is going back, to the customer. A total that was lowered has no refund in here.
    ALTER TABLE orders ADD COLUMN refunded_paise bigint NOT NULL DEFAULT 0;
    UPDATE orders o SET refunded_paise = r.paise FROM (
      SELECT order_id, sum(amount_paise) AS paise FROM refunds WHERE NOT is_retried AND order_id IS NOT NULL GROUP BY 1
    ) r WHERE r.order_id = o.id;
    ALTER TABLE orders ADD CONSTRAINT orders_refunded_paise CHECK (refunded_paise BETWEEN 0 AND total_paise);

    -- Idempotency keys of what is done to an order.
    CREATE TABLE order_actions (
      user_id bigint NOT NULL REFERENCES users,
      key text NOT NULL,
      body_hash text NOT NULL,
      order_id bigint NOT NULL REFERENCES orders,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX order_actions_age ON order_actions (created_at);
  `);
}

/** Payments that are refunded in parts must be gone. Cash payouts are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE order_actions, cash_payouts;
    ALTER TABLE orders DROP COLUMN refunded_paise;
    DROP INDEX refunds_declined, refunds_of_order;
    ALTER TABLE refunds DROP COLUMN token, DROP COLUMN reason, DROP COLUMN reason_text, DROP COLUMN order_id,
      DROP COLUMN declines, DROP COLUMN is_retried;
    CREATE UNIQUE INDEX refunds_once ON refunds (payment_id) WHERE state <> 'failed';
  `);
}
