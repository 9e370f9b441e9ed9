-- Cash that a shop has given back; append-only.
CREATE TABLE cash_payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  reason text NOT NULL,
  reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
  actor_id bigint REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  -- The online payment of which so much is paid out in cash; NULL for what was paid in cash.
  payment_id bigint REFERENCES payments,
  method text NOT NULL DEFAULT 'cash' CHECK (method IN ('cash', 'upi'))
);
CREATE INDEX cash_payouts_order ON cash_payouts (order_id);
CREATE INDEX cash_payouts_at ON cash_payouts (at);
CREATE INDEX cash_payouts_payment ON cash_payouts (payment_id) WHERE payment_id IS NOT NULL;

-- Append-only: a close is corrected by a later entry of the same day and person.
CREATE TABLE cash_closes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  day date NOT NULL,
  -- Whose cash was counted; NULL for all cash of the shop.
  person_id bigint REFERENCES users,
  entry integer NOT NULL CHECK (entry >= 1),
  -- What was in the drawer before, and what was taken out of it for anything but refunds.
  opening_paise bigint NOT NULL CHECK (opening_paise >= 0),
  paid_out_paise bigint NOT NULL CHECK (paid_out_paise >= 0),
  -- Of the cash report when it was counted; what is recorded for the day afterwards is not in it.
  received_paise bigint NOT NULL,
  refunded_paise bigint NOT NULL,
  counted_paise bigint NOT NULL CHECK (counted_paise >= 0),
  -- How many there were of each note and coin, by its value in rupees.
  denominations jsonb,
  note text CHECK (length(note) BETWEEN 1 AND 500),
  actor_id bigint NOT NULL REFERENCES users,
  request_key text,
  body_hash text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (shop_id, day, person_id, entry),
  UNIQUE (actor_id, request_key)
);

-- One row for each customer that a shop has noted something about: an account, or the mobile number of a counter sale.
CREATE TABLE shop_customers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shops,
  user_id bigint REFERENCES users,
  mobile text CHECK (mobile ~ '^[6-9][0-9]{9}$'),
  note text CHECK (length(note) BETWEEN 1 AND 1000),
  blocked_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shop_customers_one_person CHECK (num_nonnulls(user_id, mobile) = 1),
  CONSTRAINT shop_customers_blocked_account CHECK (blocked_at IS NULL OR user_id IS NOT NULL),
  UNIQUE (shop_id, user_id),
  UNIQUE (shop_id, mobile)
);
CREATE INDEX shop_customers_user ON shop_customers (user_id);
