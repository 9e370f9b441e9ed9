import type { Knex } from 'knex';

const TOPICS = [
  'order.placed',
  'order.status',
  'order.refund',
  'order.expired',
  'order.adjustment',
  'order.problem',
  'order.alert',
  'order.cancellation',
  'otp.requested',
  'email.changed',
  'member.invited',
  'import.requested',
  'refund.sent',
  'security.notice',
  'account.deleted',
  'otp.message',
  'security.message',
  'account.deleted_message',
  'shop.alert',
  'shop.not_responding',
  'problem.notice',
  'application.decided',
];

const allow = (topics: readonly string[]): string => `
  ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
    ADD CONSTRAINT outbox_topic_check CHECK (topic IN (${topics.map((topic) => `'${topic}'`).join(', ')})) NOT VALID;
  ALTER TABLE outbox VALIDATE CONSTRAINT outbox_topic_check;`;

/** The operator gets a mail about an application for a shop. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(allow([...TOPICS, 'application.submitted']));
}

/** Mails that were not sent are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`DELETE FROM outbox WHERE topic = 'application.submitted'`);
  await knex.raw(allow(TOPICS));
}
