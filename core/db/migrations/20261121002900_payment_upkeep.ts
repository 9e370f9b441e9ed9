import type { Knex } from 'knex';

/** When the sweeper looks at a hold, a refund and a provider's report next, and what customers are told of a refund. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    ALTER TABLE orders ADD COLUMN hold_check_at timestamptz;
    -- What the operator compares and looks for.
    CREATE INDEX orders_paid ON orders (created_at) WHERE payment_status = 'paid';
    CREATE INDEX payments_of_user ON payments (user_id, id DESC);

    ALTER TABLE refunds
      ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN attempts integer NOT NULL DEFAULT 0,
      ADD COLUMN error text;
    CREATE INDEX refunds_waiting ON refunds (next_check_at) WHERE state IN ('due', 'requested');

    -- Whoever stores one tries it at once; the sweeper comes after.
    ALTER TABLE webhook_events ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT now() + interval '15 seconds';
    DROP INDEX webhook_events_waiting;
    CREATE INDEX webhook_events_waiting ON webhook_events (next_check_at) WHERE processed_at IS NULL;

    -- What a report names, so that those about a payment are found.
    ALTER TABLE webhook_events ADD COLUMN names text[] GENERATED ALWAYS AS (array_remove(ARRAY[
      payload #>> '{data,object,id}', payload #>> '{data,object,payment_intent}',
      payload #>> '{payload,order,entity,id}', payload #>> '{payload,payment,entity,id}',
      payload #>> '{payload,payment,entity,order_id}', payload #>> '{payload,refund,entity,payment_id}'
    ], NULL)) STORED;
    CREATE INDEX webhook_events_names ON webhook_events USING gin (names);

    ALTER TABLE payment_events DROP CONSTRAINT payment_events_source_check;
    ALTER TABLE payment_events ADD CONSTRAINT payment_events_source_check
      CHECK (source IN ('start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator'));

    ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
    ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
      CHECK (kind IN ('order.placed', 'order.status', 'order.refund'));
    DROP INDEX notifications_once;
    CREATE UNIQUE INDEX notifications_once
      ON notifications (order_id, feed, kind, coalesce(status, ''), coalesce(details ->> 'refund_id', ''));

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
        'import.requested', 'refund.sent'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic IN ('order.refund', 'refund.sent');
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'otp.requested', 'email.changed', 'member.invited', 'import.requested'));
    DROP INDEX notifications_once;
    -- A feed has no gaps: what it told of refunds stays, as a step that says nothing.
    UPDATE notifications SET kind = 'order.status', status = 'refund ' || (details ->> 'refund_id') WHERE kind = 'order.refund';
    CREATE UNIQUE INDEX notifications_once ON notifications (order_id, feed, kind, coalesce(status, ''));
    ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
    ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('order.placed', 'order.status'));
    UPDATE payment_events SET source = 'return' WHERE source = 'operator';
    ALTER TABLE payment_events DROP CONSTRAINT payment_events_source_check;
    ALTER TABLE payment_events ADD CONSTRAINT payment_events_source_check
      CHECK (source IN ('start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return'));
    DROP INDEX webhook_events_waiting;
    ALTER TABLE webhook_events DROP COLUMN next_check_at, DROP COLUMN names;
    CREATE INDEX webhook_events_waiting ON webhook_events (received_at) WHERE processed_at IS NULL;
    DROP INDEX refunds_waiting;
    ALTER TABLE refunds DROP COLUMN next_check_at, DROP COLUMN attempts, DROP COLUMN error;
    DROP INDEX payments_of_user, orders_paid;
    ALTER TABLE orders DROP COLUMN hold_check_at;
  `);
}
