import type { Knex } from 'knex';

/** Users, who works for which shop, one-time codes, sessions and their refresh tokens, devices. */
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
      latitude double precision CHECK (latitude BETWEEN -90 AND 90),
      longitude double precision CHECK (longitude BETWEEN -180 AND 180),
      reach_metres integer NOT NULL DEFAULT 5000 CHECK (reach_metres > 0),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- Nearest first straight from the index: the distance between two points of a sphere grows with that of its chord.
    CREATE INDEX shops_nearby ON shops USING gist (ll_to_earth(latitude, longitude))
      WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;
    -- How wide the widest reach is, at the price of one look: the search above need not go further.
    CREATE INDEX shops_reach ON shops (reach_metres)
      WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL;

    -- Counters that every order or every shelf change takes a lock on, apart from the shop so that its edits do not wait.
    CREATE TABLE shelves (
      shop_id bigint PRIMARY KEY REFERENCES shops,
      version bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE shop_members (
      user_id bigint NOT NULL REFERENCES users,
      shop_id bigint NOT NULL REFERENCES shops,
      role text NOT NULL CHECK (role IN ('vendor', 'admin')),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, shop_id)
    );
    CREATE INDEX shop_members_shop ON shop_members (shop_id);

    -- The worker fills code_hash when it mails the code, so that no code ever rests in a queue.
    CREATE TABLE otp_codes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL,
      shop_id bigint NOT NULL REFERENCES shops,
      code_hash text,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      consumed_at timestamptz,
      superseded_at timestamptz
    );
    CREATE UNIQUE INDEX otp_codes_one_live ON otp_codes (email, shop_id)
      WHERE consumed_at IS NULL AND superseded_at IS NULL;
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

    -- Rotation on proof: the old token stays usable until its successor was used once.
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

    CREATE TABLE push_tokens (
      token text PRIMARY KEY,
      kind text NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'fid')),
      user_id bigint NOT NULL REFERENCES users,
      session_id uuid REFERENCES sessions ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now(),
      dead_at timestamptz
    );
    CREATE INDEX push_tokens_user ON push_tokens (user_id) WHERE dead_at IS NULL;

    -- The layout that rate-limiter-flexible expects.
    CREATE TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE rate_limits, push_tokens, refresh_tokens, sessions, otp_codes, shop_members, shelves, shops, users;
  `);
}
