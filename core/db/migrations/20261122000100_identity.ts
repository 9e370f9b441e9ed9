import type { Knex } from 'knex';

/** Users, shops and their members, one-time codes, sessions with their tokens, rate limits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE EXTENSION IF NOT EXISTS cube;
    CREATE EXTENSION IF NOT EXISTS earthdistance;

    CREATE TABLE users (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      pending_email text,
      name text,
      mobile text,
      profile_image text,
      is_platform_admin boolean NOT NULL DEFAULT false,
      blocked_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE shops (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      slug text NOT NULL UNIQUE CHECK (slug ~ '^[A-Za-z0-9&_-]{1,64}$'),
      name text,
      trade text,
      picture text,
      address text,
      phone text,
      email text,
      open_time text CHECK (open_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      close_time text CHECK (close_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      time_zone text NOT NULL DEFAULT 'Asia/Kolkata',
      min_order_paise bigint CHECK (min_order_paise >= 0),
      accepts_orders_when_closed boolean NOT NULL DEFAULT true,
      is_platform boolean NOT NULL DEFAULT false,
      paused_at timestamptz,
      suspended_at timestamptz,
      suspended_reason text,
      latitude double precision CHECK (latitude BETWEEN -90 AND 90),
      longitude double precision CHECK (longitude BETWEEN -180 AND 180),
      reach_metres integer NOT NULL DEFAULT 5000 CHECK (reach_metres > 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- The version of the settings that an edit is compared with; in milliseconds, as it is sent.
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    );
    -- Nearest first straight from the index: the distance of two points on a sphere grows with the length of their chord.
    CREATE INDEX shops_nearby ON shops USING gist (ll_to_earth(latitude, longitude))
      WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;
    -- The greatest reach in one index lookup: the search above need not go further.
    CREATE INDEX shops_reach ON shops (reach_metres)
      WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;

    CREATE TABLE shop_members (
      id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      user_id bigint NOT NULL REFERENCES users,
      shop_id bigint NOT NULL REFERENCES shops,
      role text NOT NULL CHECK (role IN ('vendor', 'admin')),
      -- NULL for members who were never invited, as the first ones of a shop.
      invited_by bigint REFERENCES users,
      invited_at timestamptz,
      -- NULL until the first login at the shop.
      joined_at timestamptz DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, shop_id)
    );
    CREATE INDEX shop_members_shop ON shop_members (shop_id);

    -- The worker sets code_hash when it mails the code, so that no code is ever in a queue.
    CREATE TABLE otp_codes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL,
      shop_id bigint NOT NULL REFERENCES shops,
      -- Set for a code that changes the email address of this user; NULL for one that logs in.
      user_id bigint REFERENCES users,
      -- The address before the change, once the code was redeemed.
      previous_email text,
      code_hash text,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      consumed_at timestamptz,
      superseded_at timestamptz
    );
    CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NULL;
    CREATE UNIQUE INDEX otp_codes_one_change ON otp_codes (user_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL AND user_id IS NOT NULL;
    CREATE INDEX otp_codes_expiry ON otp_codes (expires_at);

    CREATE TABLE sessions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id bigint NOT NULL REFERENCES users,
      shop_id bigint NOT NULL REFERENCES shops,
      otp_code_id bigint UNIQUE REFERENCES otp_codes ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz
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

    -- Single-use: the request that deletes the row has used it.
    CREATE TABLE stream_tickets (
      ticket_hash text PRIMARY KEY,
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX stream_tickets_session ON stream_tickets (session_id);
    CREATE INDEX stream_tickets_expiry ON stream_tickets (expires_at);

    -- The layout that rate-limiter-flexible expects.
    CREATE TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'DROP TABLE rate_limits, stream_tickets, refresh_tokens, sessions, otp_codes, shop_members, shops, users',
  );
}
