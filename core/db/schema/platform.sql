CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL for all shops.
  shop_id bigint REFERENCES shops,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  -- The last day on which it is shown, in the time zone of the platform; NULL until it is withdrawn.
  until date,
  author_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz
);
CREATE INDEX announcements_shown ON announcements (id) WHERE withdrawn_at IS NULL;

CREATE TABLE announcement_dismissals (
  announcement_id bigint REFERENCES announcements,
  user_id bigint REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (announcement_id, user_id)
);

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
  latitude double precision,
  longitude double precision,
  gstin text,
  fssai_licence text,
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'approved', 'declined', 'withdrawn')),
  reason text,
  shop_id bigint REFERENCES shops,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT shop_applications_check CHECK ((state = 'submitted') = (decided_at IS NULL)),
  CONSTRAINT shop_applications_check1 CHECK ((state = 'declined') = (reason IS NOT NULL)),
  CONSTRAINT shop_applications_check2 CHECK ((state = 'approved') = (shop_id IS NOT NULL)),
  UNIQUE (user_id, key)
);
-- Two people cannot wait for the same web address.
CREATE UNIQUE INDEX shop_applications_slug ON shop_applications (slug) WHERE state = 'submitted';
CREATE INDEX shop_applications_state ON shop_applications (state, id);
CREATE INDEX shop_applications_user ON shop_applications (user_id);
CREATE INDEX shop_applications_shop ON shop_applications (shop_id);

-- The indexes, constraints and triggers that the migrations have made; `migrate` writes it, `npm run doctor` compares.
CREATE TABLE schema_objects (
  table_name text,
  kind text,
  name text,
  PRIMARY KEY (table_name, kind, name)
);

-- Items that a background job could not process, put off so that it goes on with the others.
CREATE TABLE failed_items (
  processor text,
  item_id bigint,
  attempts integer NOT NULL DEFAULT 1,
  first_failed_at timestamptz NOT NULL DEFAULT now(),
  -- No run takes the item before.
  retry_at timestamptz NOT NULL,
  PRIMARY KEY (processor, item_id)
);
