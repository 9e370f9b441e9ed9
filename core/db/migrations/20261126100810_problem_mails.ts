import type { Knex } from 'knex';

/** The teams of shops get mails about problems that their customers report. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_problem_notices (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      problem_id bigint NOT NULL REFERENCES order_problems,
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      -- It waits, and its deadline is near.
      is_reminder boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_problem_notices_user ON order_problem_notices (user_id);
    CREATE INDEX order_problem_notices_problem ON order_problem_notices (problem_id);
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message',
          'shop.alert', 'shop.not_responding', 'problem.notice'));
  `);
}

/** Mails that were not sent are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'problem.notice';
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message',
          'shop.alert', 'shop.not_responding'));
    DROP TABLE order_problem_notices;
  `);
}
