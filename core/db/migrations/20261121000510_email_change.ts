import type { Knex } from 'knex';

/** Codes that confirm a changed email address, beside those that sign in, and the notice to the old address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    -- user_id: whose address the code changes; a code that signs in has none. previous_email: once it did.
    ALTER TABLE otp_codes ADD COLUMN user_id bigint REFERENCES users, ADD COLUMN previous_email text;
    DROP INDEX otp_codes_one_live;
    CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
    CREATE UNIQUE INDEX otp_codes_one_change ON otp_codes (user_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NOT NULL;

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'otp.requested', 'email.changed'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'email.changed'
      OR (topic = 'otp.requested' AND subject_id IN (SELECT id FROM otp_codes WHERE user_id IS NOT NULL));
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'otp.requested'));
    DELETE FROM otp_codes WHERE user_id IS NOT NULL;
    DROP INDEX otp_codes_one_change, otp_codes_one_live;
    ALTER TABLE otp_codes DROP COLUMN user_id, DROP COLUMN previous_email;
    CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL;
  `);
}
