import type { Knex } from 'knex';

/**
 * Payments that are written before the provider is asked, their trail, and what looks after them. A state only moves
 * forward, whoever writes it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    ALTER TABLE payments
      ALTER COLUMN provider_order_id DROP NOT NULL,
      -- Part of our name for it at the provider, whose memory is longer than that of a database made anew.
      ADD COLUMN token text NOT NULL DEFAULT substr(gen_random_uuid()::text, 1, 8),
      -- The provider's page, where it has one.
      ADD COLUMN url text,
      -- When the sweeper looks at it next, and how often it has; when anybody has asked the provider last.
      ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT now() + interval '15 seconds',
      ADD COLUMN checks integer NOT NULL DEFAULT 0,
      ADD COLUMN asked_at timestamptz;
    -- Two clicks are one payment.
    CREATE UNIQUE INDEX payments_one_open ON payments (order_id, provider) WHERE state = 'created';
    CREATE INDEX payments_due ON payments (next_check_at) WHERE state IN ('created', 'failed', 'paid');
    CREATE INDEX payments_unused ON payments (user_id, amount_paise) WHERE order_id IS NULL AND state IN ('created', 'paid');

    CREATE FUNCTION payment_rank(state text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
      SELECT array_position(ARRAY['created', 'failed', 'paid', 'consumed', 'refund_due', 'refunded'], state)
    $$;
    CREATE FUNCTION payments_forward() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF payment_rank(NEW.state) < payment_rank(OLD.state) THEN
          RAISE EXCEPTION 'payment % cannot go back from % to %', OLD.id, OLD.state, NEW.state;
        END IF;
        RETURN NEW;
      END
    $$;
    CREATE TRIGGER payments_forward BEFORE UPDATE OF state ON payments
      FOR EACH ROW EXECUTE FUNCTION payments_forward();

    -- Why a payment is what it is: rows are added, never changed.
    CREATE TABLE payment_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      payment_id bigint NOT NULL REFERENCES payments,
      at timestamptz NOT NULL DEFAULT now(),
      source text NOT NULL CHECK (source IN ('start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return')),
      from_state text NOT NULL,
      to_state text NOT NULL,
      details jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX payment_events_payment ON payment_events (payment_id, id);

    -- A payment is given back once.
    CREATE UNIQUE INDEX refunds_once ON refunds (payment_id) WHERE state <> 'failed';

    ALTER TABLE webhook_events
      ADD COLUMN kind text NOT NULL DEFAULT '',
      ADD COLUMN attempts integer NOT NULL DEFAULT 0,
      ADD COLUMN error text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook_events DROP COLUMN kind, DROP COLUMN attempts, DROP COLUMN error;
    DROP INDEX refunds_once;
    DROP TABLE payment_events;
    DROP TRIGGER payments_forward ON payments;
    DROP FUNCTION payments_forward(), payment_rank(text);
    DROP INDEX payments_one_open, payments_due, payments_unused;
    ALTER TABLE payments
      DROP COLUMN token, DROP COLUMN url, DROP COLUMN next_check_at, DROP COLUMN checks, DROP COLUMN asked_at,
      ALTER COLUMN provider_order_id SET NOT NULL;
  `);
}
