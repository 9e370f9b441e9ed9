import type { Knex } from 'knex';

/** Messages about orders to mobile numbers, the language of one-time codes, and notices that a login mobile was removed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- target of a message or mail: the id of the user.
    ALTER TABLE deliveries DROP CONSTRAINT deliveries_channel_check,
      ADD CONSTRAINT deliveries_channel_check CHECK (channel IN ('push', 'mail', 'message'));

    -- Of the request, for a contact without an account; of the account, for the notice that it was deleted.
    ALTER TABLE otp_codes ADD COLUMN language text CHECK (language IN ('en', 'hi'));

    ALTER TABLE security_notices DROP CONSTRAINT security_notices_kind_check,
      ADD CONSTRAINT security_notices_kind_check
        CHECK (kind IN ('wrong_codes', 'refresh_reused', 'new_device', 'mobile_changed', 'mobile_removed'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM security_notices WHERE kind = 'mobile_removed';
    ALTER TABLE security_notices DROP CONSTRAINT security_notices_kind_check,
      ADD CONSTRAINT security_notices_kind_check
        CHECK (kind IN ('wrong_codes', 'refresh_reused', 'new_device', 'mobile_changed'));
    ALTER TABLE otp_codes DROP COLUMN language;
    DELETE FROM message_preferences WHERE channel = 'message';
    DELETE FROM deliveries WHERE channel = 'message';
    ALTER TABLE deliveries DROP CONSTRAINT deliveries_channel_check,
      ADD CONSTRAINT deliveries_channel_check CHECK (channel IN ('push', 'mail'));
  `);
}
