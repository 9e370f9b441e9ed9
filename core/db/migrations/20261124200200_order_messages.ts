import type { Knex } from 'knex';

/** The language of an account, its choice of messages, what it has read, GST numbers of shops, and the MRP of ordered lines. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of mails and push messages; NULL until the user has chosen one.
    ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'hi'));

    ALTER TABLE shops ADD COLUMN gstin text CHECK (gstin ~ '^[0-9A-Z]{15}$');

    -- NULL for variants without one, and for orders of earlier versions.
    ALTER TABLE order_items ADD COLUMN mrp_paise bigint CHECK (mrp_paise >= 0);

    -- One row per choice; without a row the default of kind and channel applies.
    CREATE TABLE message_preferences (
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('new_orders', 'order_status', 'order_ends', 'refunds')),
      channel text NOT NULL CHECK (channel IN ('push', 'mail', 'message')),
      is_on boolean NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, kind, channel)
    );
    -- push_preferences stays for processes of the previous version, which may run until all are replaced.
    INSERT INTO message_preferences (user_id, kind, channel, is_on, updated_at)
    SELECT p.user_id, choice.kind, 'push', choice.is_on, p.updated_at
    FROM push_preferences p CROSS JOIN LATERAL (VALUES
      ('new_orders', p.new_orders), ('order_status', p.order_status), ('order_ends', p.order_status), ('refunds', p.refunds)
    ) AS choice (kind, is_on);

    -- Up to which number of their own feed a user has read; only grows. What was there before counts as read.
    CREATE TABLE notification_reads (
      user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      seq bigint NOT NULL CHECK (seq >= 0),
      at timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO notification_reads (user_id, seq)
    SELECT u.id, f.seq FROM feeds f JOIN users u ON f.name = 'user:' || u.id;

    ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check
        CHECK (kind IN ('order.placed', 'order.status', 'order.refund', 'order.expired'));

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'otp.requested', 'email.changed',
        'member.invited', 'import.requested', 'refund.sent', 'security.notice', 'account.deleted', 'otp.message',
        'security.message', 'account.deleted_message'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'order.expired';
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
        'import.requested', 'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message',
        'account.deleted_message'));
    -- The numbers of a feed have no gaps, so its rows stay.
    ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('order.placed', 'order.status', 'order.refund')) NOT VALID;
    DROP TABLE notification_reads, message_preferences;
    ALTER TABLE order_items DROP COLUMN mrp_paise;
    ALTER TABLE shops DROP COLUMN gstin;
    ALTER TABLE users DROP COLUMN language;
  `);
}
