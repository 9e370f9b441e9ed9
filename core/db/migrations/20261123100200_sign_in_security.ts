import type { Knex } from 'knex';

/** One-time codes per network address, the devices that an account logs in with, and the notices about its security. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- requested_from: keyed hash of the network address; empty for codes of an earlier version, which are valid for five
    -- minutes. attempts are the guesses from there, attempts_elsewhere those from all other addresses.
    ALTER TABLE otp_codes
      ADD COLUMN requested_from text NOT NULL DEFAULT '',
      ADD COLUMN attempts_elsewhere integer NOT NULL DEFAULT 0 CHECK (attempts_elsewhere BETWEEN 0 AND 5);
    DROP INDEX otp_codes_one_live;
    CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id, requested_from)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;

    -- The devices and networks that an account has logged in from, as keyed hashes.
    CREATE TABLE known_devices (
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      device_hash text NOT NULL,
      network_hash text NOT NULL,
      seen_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, device_hash, network_hash)
    );
    CREATE INDEX known_devices_expiry ON known_devices (seen_at);

    CREATE TABLE security_notices (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('wrong_codes', 'refresh_reused', 'new_device')),
      -- Browser and operating system of a new device.
      device text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- Anybody can enter wrong codes, so their notice is limited to one mail a day.
    CREATE UNIQUE INDEX security_notices_daily ON security_notices (user_id, kind, ((created_at AT TIME ZONE 'UTC')::date))
      WHERE kind = 'wrong_codes';
    CREATE INDEX security_notices_expiry ON security_notices (created_at);

    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
        'import.requested', 'refund.sent', 'security.notice'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM outbox WHERE topic = 'security.notice';
    ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
      CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
        'import.requested', 'refund.sent'));
    DROP TABLE security_notices, known_devices;
    DROP INDEX otp_codes_one_live;
    UPDATE otp_codes SET superseded_at = now() WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
    ALTER TABLE otp_codes DROP COLUMN requested_from, DROP COLUMN attempts_elsewhere;
    CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
  `);
}
