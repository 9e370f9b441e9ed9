import type { Knex } from 'knex';

/** Shops are reminded of orders that wait, and stop taking orders when several in a row were not answered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops
      ADD COLUMN remind_seconds integer NOT NULL DEFAULT 30 CHECK (remind_seconds BETWEEN 10 AND 3600),
      ADD COLUMN alert_seconds integer NOT NULL DEFAULT 90 CHECK (alert_seconds BETWEEN 20 AND 3600),
      ADD COLUMN preparation_minutes integer NOT NULL DEFAULT 20 CHECK (preparation_minutes BETWEEN 1 AND 1440),
      ADD COLUMN holding_minutes integer NOT NULL DEFAULT 120 CHECK (holding_minutes BETWEEN 10 AND 10080),
      -- The shop was paused because it did not answer, not by a member.
      ADD COLUMN not_responding boolean NOT NULL DEFAULT false,
      -- When its members resumed it last; earlier orders do not count against it.
      ADD COLUMN resumed_at timestamptz,
      ADD CHECK (paused_at IS NOT NULL OR NOT not_responding);
    -- The mails to people about a shop that does not respond.
    CREATE TABLE shop_notices (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX shop_notices_user ON shop_notices (user_id);
    ALTER TABLE orders
      -- When its shop is reminded next of an order that waits, and how often it was. The worker sets it together with accept_by.
      ADD COLUMN remind_at timestamptz,
      -- From when its customer reads that the shop has not answered yet, set together with them.
      ADD COLUMN unanswered_from timestamptz,
      ADD COLUMN reminders smallint NOT NULL DEFAULT 0;
    CREATE INDEX orders_to_remind ON orders (remind_at) WHERE status = 'Pending' AND remind_at IS NOT NULL;
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message',
          'shop.alert', 'shop.not_responding'));
  `);
}

/** Shops that do not respond stay paused; reminders and mails that were not sent are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic IN ('shop.alert', 'shop.not_responding');
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message'));
    DROP TABLE shop_notices;
    DROP INDEX orders_to_remind;
    ALTER TABLE orders DROP COLUMN remind_at, DROP COLUMN unanswered_from, DROP COLUMN reminders;
    ALTER TABLE shops DROP COLUMN remind_seconds, DROP COLUMN alert_seconds, DROP COLUMN preparation_minutes,
      DROP COLUMN holding_minutes, DROP COLUMN not_responding, DROP COLUMN resumed_at;
  `);
}
