-- Single-use: the request that deletes the row has used it.
CREATE TABLE stream_tickets (
  ticket_hash text PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX stream_tickets_session ON stream_tickets (session_id);
CREATE INDEX stream_tickets_expiry ON stream_tickets (expires_at);

-- 'shop:7' or 'user:7'. A number is taken under the lock of this row in the transaction that writes the notification: numbers
-- become visible in their order, and a reader that resumes after one misses no late commit.
CREATE TABLE feeds (
  name text PRIMARY KEY CHECK (name ~ '^(shop|user):[0-9]+$'),
  seq bigint NOT NULL DEFAULT 0
);

CREATE TABLE notifications (
  feed text REFERENCES feeds,
  seq bigint,
  order_id bigint NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment',
    'order.problem', 'order.alert', 'order.cancellation')),
  status text,
  message text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (feed, seq)
);
CREATE UNIQUE INDEX notifications_once
  ON notifications (order_id, feed, kind, COALESCE(status, ''), COALESCE(details ->> 'refund_id', ''))
  WHERE (details ->> 'update') IS NULL;
-- The notifications of an order.
CREATE INDEX notifications_order ON notifications (order_id);

-- Written in the transaction of the change it announces.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL CHECK (topic IN ('order.placed', 'order.status', 'order.refund', 'order.expired', 'order.adjustment',
    'order.problem', 'order.alert', 'order.cancellation', 'otp.requested', 'email.changed', 'member.invited', 'import.requested',
    'refund.sent', 'security.notice', 'account.deleted', 'otp.message', 'security.message', 'account.deleted_message',
    'shop.alert', 'shop.not_responding', 'problem.notice', 'application.decided', 'application.submitted', 'shop.near')),
  subject_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz
);
CREATE INDEX outbox_waiting ON outbox (created_at) WHERE done_at IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

-- Devices. A token may be longer than an index entry, so its hash is the key. A backslash would be an escape in bytea.
CREATE TABLE push_tokens (
  token_hash text NOT NULL GENERATED ALWAYS AS (encode(sha256(token::bytea), 'hex')) STORED PRIMARY KEY,
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

-- logged: no push service is configured; dropped: the device must not receive it any more.
CREATE TABLE deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed text NOT NULL,
  seq bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('push', 'mail', 'message')),
  -- The hash of a token for a push message, the id of the user for a mail or a message.
  target text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'logged', 'failed', 'dead', 'dropped')),
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

-- One row per choice; without a row the default of kind and channel applies.
CREATE TABLE message_preferences (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  kind text CHECK (kind IN ('new_orders', 'order_status', 'order_ends', 'refunds')),
  channel text CHECK (channel IN ('push', 'mail', 'message')),
  is_on boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind, channel)
);

-- Up to which number of their own feed a user has read; only grows.
CREATE TABLE notification_reads (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  seq bigint NOT NULL CHECK (seq >= 0),
  at timestamptz NOT NULL DEFAULT now()
);
