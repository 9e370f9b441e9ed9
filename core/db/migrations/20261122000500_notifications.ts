import type { Knex } from 'knex';

/** Feeds of notifications, the outbox, acknowledgements, and push messages with their devices. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- 'shop:7' or 'user:7'. A number is taken under the lock of this row in the transaction that writes the notification:
    -- numbers become visible in their order, and a reader that resumes after one misses no late commit.
    CREATE TABLE feeds (
      name text PRIMARY KEY CHECK (name ~ '^(shop|user):[0-9]+$'),
      seq bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE notifications (
      feed text NOT NULL REFERENCES feeds,
      seq bigint NOT NULL,
      order_id bigint NOT NULL REFERENCES orders,
      kind text NOT NULL CHECK (kind IN ('order.placed', 'order.status', 'order.refund')),
      status text,
      message text NOT NULL,
      details jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (feed, seq)
    );
    CREATE UNIQUE INDEX notifications_once
      ON notifications (order_id, feed, kind, coalesce(status, ''), coalesce(details ->> 'refund_id', ''));

    -- Written in the transaction of the change it announces.
    CREATE TABLE outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      topic text NOT NULL
        CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'otp.requested', 'email.changed', 'member.invited',
          'import.requested', 'refund.sent')),
      subject_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      done_at timestamptz
    );
    CREATE INDEX outbox_waiting ON outbox (created_at) WHERE done_at IS NULL;
    CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

    -- Up to which number of its feed a shop has acknowledged its new orders; only grows.
    CREATE TABLE order_acknowledgements (
      shop_id bigint PRIMARY KEY REFERENCES shops,
      seq bigint NOT NULL CHECK (seq >= 0),
      user_id bigint REFERENCES users,
      at timestamptz NOT NULL DEFAULT now()
    );

    -- Devices. A token may be longer than an index entry, so its hash is the key. A backslash would be an escape in bytea.
    CREATE TABLE push_tokens (
      token_hash text PRIMARY KEY GENERATED ALWAYS AS (encode(sha256(token::bytea), 'hex')) STORED,
      token text NOT NULL CHECK (token <> '' AND strpos(token, chr(92)) = 0),
      kind text NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'fid')),
      user_id bigint NOT NULL REFERENCES users,
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now(),
      dead_at timestamptz
    );
    CREATE INDEX push_tokens_user ON push_tokens (user_id) WHERE dead_at IS NULL;
    CREATE INDEX push_tokens_session ON push_tokens (session_id);

    -- Without a row: everything.
    CREATE TABLE push_preferences (
      user_id bigint PRIMARY KEY REFERENCES users,
      new_orders boolean NOT NULL,
      order_status boolean NOT NULL,
      refunds boolean NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- target: the hash of a token. logged: no push service is configured; dropped: the device must not receive it any more.
    CREATE TABLE deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      feed text NOT NULL,
      seq bigint NOT NULL,
      channel text NOT NULL CHECK (channel IN ('push', 'mail')),
      target text NOT NULL,
      state text NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'sent', 'logged', 'failed', 'dead', 'dropped')),
      attempts integer NOT NULL DEFAULT 0,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      due_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (feed, seq, channel, target),
      FOREIGN KEY (feed, seq) REFERENCES notifications
    );
    CREATE INDEX deliveries_due ON deliveries (channel, due_at) WHERE state = 'queued';
    CREATE INDEX deliveries_done ON deliveries (updated_at) WHERE state <> 'queued';

    -- Mails that are caught instead of sent when no mail server is configured.
    CREATE TABLE caught_mails (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      "to" text NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE caught_mails, deliveries, push_preferences, push_tokens, order_acknowledgements, outbox, notifications, feeds;
  `);
}
