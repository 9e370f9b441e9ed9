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
  'application.submitted',
];

const allow = (topics: readonly string[]): string => `
  ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
    ADD CONSTRAINT outbox_topic_check CHECK (topic IN (${topics.map((topic) => `'${topic}'`).join(', ')})) NOT VALID;
  ALTER TABLE outbox VALIDATE CONSTRAINT outbox_topic_check;`;

/** Customers whose place no shop serves yet, and who are told when one does. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE place_requests (
      user_id bigint PRIMARY KEY REFERENCES users,
      latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
      longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- The shop that serves the place, once the user is told of it.
      shop_id bigint REFERENCES shops ON DELETE CASCADE
    );
    CREATE INDEX place_requests_open ON place_requests (created_at, user_id) WHERE shop_id IS NULL;
    CREATE INDEX place_requests_shop ON place_requests (shop_id);`);
  await knex.raw(allow([...TOPICS, 'shop.near']));
}

/** Notices that were not sent are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`DELETE FROM outbox WHERE topic = 'shop.near'`);
  await knex.raw(allow(TOPICS));
  await knex.raw('DROP TABLE place_requests');
}
