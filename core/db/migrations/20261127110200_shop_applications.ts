import type { Knex } from 'knex';

/** A user applies for a shop, and the operator approves or declines the application. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE shop_applications (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users,
      -- The Idempotency-Key of the request, and a hash of its body.
      key text,
      body_hash text NOT NULL,
      name text NOT NULL,
      slug text NOT NULL,
      trade text NOT NULL,
      mobile text NOT NULL,
      street text NOT NULL,
      city text NOT NULL,
      pin_code text NOT NULL,
      latitude double precision NOT NULL,
      longitude double precision NOT NULL,
      gstin text,
      fssai_licence text,
      state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'approved', 'declined', 'withdrawn')),
      reason text,
      shop_id bigint REFERENCES shops,
      submitted_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      UNIQUE (user_id, key),
      CHECK ((state = 'submitted') = (decided_at IS NULL)),
      CHECK ((state = 'declined') = (reason IS NOT NULL)),
      CHECK ((state = 'approved') = (shop_id IS NOT NULL))
    );
    -- Two people cannot wait for the same web address.
    CREATE UNIQUE INDEX shop_applications_slug ON shop_applications (slug) WHERE state = 'submitted';
    CREATE INDEX shop_applications_state ON shop_applications (state, id);
    CREATE INDEX shop_applications_user ON shop_applications (user_id);
    CREATE INDEX shop_applications_shop ON shop_applications (shop_id);
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message',
          'shop.alert', 'shop.not_responding', 'problem.notice', 'application.decided'));
  `);
}

/** Mails that were not sent are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'application.decided';
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check,
      ADD CONSTRAINT outbox_topic_check
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment', 'order.problem',
          'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
          'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message',
          'shop.alert', 'shop.not_responding', 'problem.notice'));
    DROP TABLE shop_applications;
  `);
}
