import type { Knex } from 'knex';

/** Login by mobile number, messages to mobile numbers, consents, devices of sessions, and deleted accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- login_mobile: a number that was confirmed with a code. Anybody can type any number into users.mobile, so that one
    -- identifies nobody.
    ALTER TABLE users ALTER COLUMN email DROP NOT NULL,
      ADD COLUMN login_mobile text UNIQUE CHECK (login_mobile ~ '^[6-9][0-9]{9}$'),
      ADD COLUMN deleted_at timestamptz,
      ADD CONSTRAINT users_can_sign_in CHECK (email IS NOT NULL OR login_mobile IS NOT NULL OR deleted_at IS NOT NULL),
      -- The row of a deleted account is what its orders and payments refer to.
      ADD CONSTRAINT users_erased CHECK (deleted_at IS NULL
        OR num_nonnulls(email, pending_email, login_mobile, mobile, name, profile_image) = 0);

    -- purpose: NULL for a code that logs in or, with user_id, confirms a new email address.
    ALTER TABLE otp_codes ALTER COLUMN email DROP NOT NULL,
      ADD COLUMN mobile text CHECK (mobile ~ '^[6-9][0-9]{9}$'),
      ADD COLUMN purpose text CHECK (purpose IN ('mobile', 'deletion')),
      ADD CONSTRAINT otp_codes_purpose_of_user CHECK (purpose IS NULL OR user_id IS NOT NULL),
      ADD CONSTRAINT otp_codes_one_recipient CHECK (num_nonnulls(email, mobile) = 1);
    CREATE UNIQUE INDEX otp_codes_one_live_mobile ON otp_codes (mobile, shop_id, requested_from)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
    DROP INDEX otp_codes_one_change;
    CREATE UNIQUE INDEX otp_codes_one_change ON otp_codes (user_id, coalesce(purpose, 'email'))
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NOT NULL;

    -- device: browser and operating system; NULL for sessions of an earlier version.
    ALTER TABLE sessions ADD COLUMN device text, ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
    UPDATE sessions SET used_at = created_at;

    -- Append-only: the newest row of a user is the current consent. user_id becomes NULL when the account is deleted.
    CREATE TABLE consents (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint REFERENCES users,
      version text NOT NULL,
      purposes text[] NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX consents_user ON consents (user_id, id DESC);

    ALTER TABLE security_notices DROP CONSTRAINT security_notices_kind_check,
      ADD CONSTRAINT security_notices_kind_check
        CHECK (kind IN ('wrong_codes', 'refresh_reused', 'new_device', 'mobile_changed'));

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
        'import.requested', 'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message',
        'account.deleted_message'));

    -- Entries about a deleted account lose its email address, which is their subject; nothing else may change.
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND current_setting('haat.erases_person', true) = 'on'
          AND to_jsonb(NEW) - 'subject' = to_jsonb(OLD) - 'subject' THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'activity_log is append-only';
      END $$;

    -- Messages to mobile numbers that are stored instead of sent when no gateway is configured.
    CREATE TABLE caught_messages (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id text NOT NULL UNIQUE,
      "to" text NOT NULL,
      kind text NOT NULL,
      language text NOT NULL,
      text text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE caught_messages, consents;
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'activity_log is append-only';
      END $$;
    DELETE FROM outbox WHERE topic IN ('account.deleted', 'otp.message', 'security.message', 'account.deleted_message');
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
        'import.requested', 'refund.sent', 'security.notice'));
    DELETE FROM security_notices WHERE kind = 'mobile_changed';
    ALTER TABLE security_notices DROP CONSTRAINT security_notices_kind_check,
      ADD CONSTRAINT security_notices_kind_check CHECK (kind IN ('wrong_codes', 'refresh_reused', 'new_device'));
    ALTER TABLE sessions DROP COLUMN device, DROP COLUMN used_at;
    DELETE FROM otp_codes WHERE mobile IS NOT NULL OR purpose IS NOT NULL;
    DROP INDEX otp_codes_one_change;
    ALTER TABLE otp_codes DROP CONSTRAINT otp_codes_one_recipient, DROP CONSTRAINT otp_codes_purpose_of_user,
      DROP COLUMN mobile, DROP COLUMN purpose,
      ALTER COLUMN email SET NOT NULL;
    CREATE UNIQUE INDEX otp_codes_one_change ON otp_codes (user_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NOT NULL;
    ALTER TABLE users DROP CONSTRAINT users_can_sign_in, DROP CONSTRAINT users_erased, DROP COLUMN login_mobile,
      DROP COLUMN deleted_at;
    -- Accounts without an email address get one that no mail reaches.
    UPDATE users SET email = 'account-' || id || '@deleted.invalid' WHERE email IS NULL;
    ALTER TABLE users ALTER COLUMN email SET NOT NULL;
  `);
}
