import type { Knex } from 'knex';

/** Webhook events about payments that the database does not know, and payments that were lost and recovered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A recovered payment whose customer was lost too has no customer, and never an order.
    ALTER TABLE payments ALTER COLUMN user_id DROP NOT NULL,
      ADD CONSTRAINT payments_customer CHECK (user_id IS NOT NULL OR order_id IS NULL);

    ALTER TABLE payment_events DROP CONSTRAINT payment_events_source_check,
      ADD CONSTRAINT payment_events_source_check CHECK (source IN
        ('start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator', 'recovery'));

    ALTER TABLE webhook_events
      -- The provider's id of the payment that the event is about, if the database does not know that payment.
      ADD COLUMN unknown_order text,
      -- When an operator dismissed the payment.
      ADD COLUMN dismissed_at timestamptz,
      ADD COLUMN dismissed_by bigint REFERENCES users;
    CREATE INDEX webhook_events_unknown ON webhook_events (provider, unknown_order) WHERE unknown_order IS NOT NULL;
    -- These were given up after a day of retries and are processed once more.
    UPDATE webhook_events SET attempts = 0, next_check_at = now()
    WHERE processed_at IS NULL AND error = 'Payment not found';

    -- One row. The secret signs what we store at the providers, so that an older backup recognizes payments that it lacks.
    CREATE TABLE installation (
      is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
      payment_secret text NOT NULL DEFAULT gen_random_uuid()::text || gen_random_uuid()::text
    );
    INSERT INTO installation DEFAULT VALUES;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE installation;
    ALTER TABLE webhook_events DROP COLUMN unknown_order, DROP COLUMN dismissed_at, DROP COLUMN dismissed_by;
    ALTER TABLE payment_events DROP CONSTRAINT payment_events_source_check,
      ADD CONSTRAINT payment_events_source_check CHECK (source IN
        ('start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator')) NOT VALID;
    ALTER TABLE payments DROP CONSTRAINT payments_customer;
  `);
}
