import type { Knex } from 'knex';

/** Topics and notifications of adjustments, problems, reminders and cancellation requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check
        CHECK (kind IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation'));
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message'));
  `);
}

/** Notifications and outbox rows of the new kinds are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic IN ('order.adjustment', 'order.problem', 'order.alert', 'order.cancellation');
    DELETE FROM notifications WHERE kind IN ('order.adjustment', 'order.problem', 'order.alert', 'order.cancellation');
    ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check
        CHECK (kind IN ('order.placed', 'order.status', 'order.refund', 'order.expired'));
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'otp.requested', 'email.changed',
          'member.invited', 'import.requested', 'refund.sent', 'security.notice', 'account.deleted', 'otp.message',
          'security.message', 'account.deleted_message'));
  `);
}
