CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text CHECK (email = lower(email)) UNIQUE,
  pending_email text,
  name text,
  mobile text,
  profile_image text,
  is_platform_admin boolean NOT NULL DEFAULT false,
  blocked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A number confirmed with a code. mobile is typed in unconfirmed and identifies no account.
  login_mobile text UNIQUE CHECK (login_mobile ~ '^[6-9][0-9]{9}$'),
  deleted_at timestamptz,
  -- Of mails and push messages; NULL until the user has chosen one.
  language text CHECK (language IN ('en', 'hi')),
  CONSTRAINT users_can_sign_in CHECK (email IS NOT NULL OR login_mobile IS NOT NULL OR deleted_at IS NOT NULL),
  -- The row of a deleted account is what its orders and payments refer to.
  CONSTRAINT users_erased
    CHECK (deleted_at IS NULL OR num_nonnulls(email, pending_email, login_mobile, mobile, name, profile_image) = 0)
);
CREATE INDEX users_blocked ON users (blocked_at) WHERE blocked_at IS NOT NULL;
CREATE INDEX users_picture ON users USING hash (profile_image) WHERE profile_image IS NOT NULL;

CREATE TABLE shop_members (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id bigint REFERENCES users,
  shop_id bigint,
  role text NOT NULL CHECK (role IN ('helper', 'rider', 'vendor', 'admin')),
  -- NULL for members who were never invited, as the first ones of a shop.
  invited_by bigint REFERENCES users,
  invited_at timestamptz,
  -- NULL until the first login at the shop.
  joined_at timestamptz DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  pin_hash text,
  PRIMARY KEY (user_id, shop_id)
);
CREATE INDEX shop_members_shop ON shop_members (shop_id);

-- The worker sets code_hash when it mails the code, so that no code is ever in a queue.
CREATE TABLE otp_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text,
  shop_id bigint NOT NULL,
  -- Set for a code that changes the email address of this user; NULL for one that logs in.
  user_id bigint REFERENCES users,
  -- The address before the change, once the code was redeemed.
  previous_email text,
  code_hash text,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  superseded_at timestamptz,
  -- Keyed hash of the network address. attempts are the guesses from there, attempts_elsewhere those from all other addresses.
  requested_from text NOT NULL DEFAULT '',
  attempts_elsewhere integer NOT NULL DEFAULT 0 CHECK (attempts_elsewhere BETWEEN 0 AND 5),
  mobile text CHECK (mobile ~ '^[6-9][0-9]{9}$'),
  -- NULL for a code that logs in or, with user_id, confirms a new email address.
  purpose text CHECK (purpose IN ('mobile', 'deletion')),
  -- Of the request, for a contact without an account; of the account, for the notice that it was deleted.
  language text CHECK (language IN ('en', 'hi')),
  CONSTRAINT otp_codes_purpose_of_user CHECK (purpose IS NULL OR user_id IS NOT NULL),
  CONSTRAINT otp_codes_one_recipient CHECK (num_nonnulls(email, mobile) = 1)
);
CREATE INDEX otp_codes_expiry ON otp_codes (expires_at);
CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id, requested_from)
  WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
CREATE UNIQUE INDEX otp_codes_one_live_mobile ON otp_codes (mobile, shop_id, requested_from)
  WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
CREATE UNIQUE INDEX otp_codes_one_change ON otp_codes (user_id, COALESCE(purpose, 'email'))
  WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NOT NULL;

CREATE TABLE sessions (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  shop_id bigint NOT NULL,
  otp_code_id bigint UNIQUE REFERENCES otp_codes ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- Browser and operating system; NULL where they are not known.
  device text,
  used_at timestamptz NOT NULL DEFAULT now(),
  helped_shop_id bigint,
  helps_until timestamptz,
  CONSTRAINT sessions_check CHECK ((helped_shop_id IS NULL) = (helps_until IS NULL))
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- A token stays valid until its successor was used once, so that a lost response does not end the session.
CREATE TABLE refresh_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  predecessor_id bigint REFERENCES refresh_tokens ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  retired_at timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_predecessor ON refresh_tokens (predecessor_id);
CREATE INDEX refresh_tokens_retired ON refresh_tokens (retired_at) WHERE retired_at IS NOT NULL;

-- The layout that rate-limiter-flexible expects.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  -- Set for uses that are counted by the statement they limit, which fails above it. NULL for those that the library counts.
  max integer,
  CONSTRAINT rate_limits_max CHECK (points <= max)
);

CREATE TABLE addresses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  name text NOT NULL,
  street text NOT NULL,
  city text NOT NULL,
  zip text NOT NULL,
  phone text NOT NULL CHECK (phone ~ '^[6-9][0-9]{9}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  label text CHECK (char_length(label) BETWEEN 1 AND 30),
  -- The location that the customer set, or the place of the PIN code. NULL where that code does not exist.
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  -- How far the address may be from the place: 0 for a location that the customer set.
  accuracy_metres integer CHECK (accuracy_metres >= 0),
  CONSTRAINT addresses_place CHECK (num_nulls(latitude, longitude, accuracy_metres) IN (0, 3))
);
CREATE INDEX addresses_user ON addresses (user_id, id);

-- The devices and networks that an account has logged in from, as keyed hashes.
CREATE TABLE known_devices (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  device_hash text,
  network_hash text,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash, network_hash)
);
CREATE INDEX known_devices_expiry ON known_devices (seen_at);

CREATE TABLE security_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('wrong_codes', 'refresh_reused', 'new_device', 'mobile_changed', 'mobile_removed')),
  -- Browser and operating system of a new device.
  device text,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Wrong codes can be entered by strangers, so their notice is limited to one mail a day.
CREATE UNIQUE INDEX security_notices_daily ON security_notices (user_id, kind, ((created_at AT TIME ZONE 'UTC')::date))
  WHERE kind = 'wrong_codes';
CREATE INDEX security_notices_expiry ON security_notices (created_at);

-- How often the limits refused an account, by day.
CREATE TABLE limit_refusals (
  user_id bigint REFERENCES users,
  day date DEFAULT CURRENT_DATE,
  count integer NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, day)
);
CREATE INDEX limit_refusals_day ON limit_refusals (day);

-- Append-only: the newest row of a user is the current consent. user_id becomes NULL when the account is deleted.
CREATE TABLE consents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint REFERENCES users,
  version text NOT NULL,
  purposes text[] NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX consents_user ON consents (user_id, id DESC);

-- Devices, logged in to a shop, that ask for a PIN. Of a session that is continued at another shop, the row stays.
CREATE TABLE shared_devices (
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  shop_id bigint,
  idle_minutes integer NOT NULL CHECK (idle_minutes BETWEEN 1 AND 60),
  -- Who entered their PIN last, and until when they act unless the device is used.
  actor_id bigint REFERENCES users,
  acting_until timestamptz,
  CONSTRAINT shared_devices_check CHECK ((actor_id IS NULL) = (acting_until IS NULL)),
  PRIMARY KEY (session_id, shop_id)
);
CREATE INDEX shared_devices_shop ON shared_devices (shop_id);
CREATE INDEX shared_devices_actor ON shared_devices (actor_id) WHERE actor_id IS NOT NULL;
