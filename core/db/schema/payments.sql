-- Written before the provider is called.
CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('stripe', 'razorpay')),
  -- Part of our reference at the provider, which remembers references for longer than a recreated database.
  token text NOT NULL DEFAULT substr(gen_random_uuid()::text, 1, 8),
  provider_order_id text,
  provider_payment_id text,
  -- The provider's checkout page, where it has one.
  url text,
  -- NULL for a recovered payment whose customer was lost, too; it never gets an order.
  user_id bigint REFERENCES users,
  order_id bigint REFERENCES orders,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  currency text NOT NULL DEFAULT 'INR',
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'failed', 'paid', 'consumed', 'refund_due', 'refunded')),
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When the sweep checks it next, how often it has, and when the provider was last asked at all.
  next_check_at timestamptz NOT NULL DEFAULT now() + '00:00:15'::interval,
  checks integer NOT NULL DEFAULT 0,
  asked_at timestamptz,
  UNIQUE (provider, provider_order_id),
  UNIQUE (provider, provider_payment_id),
  CONSTRAINT payments_customer CHECK (user_id IS NOT NULL OR order_id IS NULL)
);
CREATE UNIQUE INDEX payments_one_per_order ON payments (order_id) WHERE state IN ('paid', 'consumed');
-- A double click starts one payment.
CREATE UNIQUE INDEX payments_one_open ON payments (order_id, provider) WHERE state = 'created';
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_of_user ON payments (user_id, id DESC);
CREATE INDEX payments_unsettled ON payments (created_at) WHERE state IN ('created', 'paid', 'refund_due');
CREATE INDEX payments_due ON payments (next_check_at) WHERE state IN ('created', 'failed', 'paid');
CREATE INDEX payments_unused ON payments (user_id, amount_paise) WHERE order_id IS NULL AND state IN ('created', 'paid');
CREATE INDEX payments_by_day ON payments USING brin (created_at) WITH (pages_per_range='16');

-- One row per change of a payment's state; append-only.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  at timestamptz NOT NULL DEFAULT now(),
  source text NOT NULL CHECK (source IN ('start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator',
    'recovery')),
  from_state text NOT NULL,
  to_state text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX payment_events_payment ON payment_events (payment_id, id);

CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'requested', 'done', 'failed')),
  provider_refund_id text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  next_check_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  -- Part of our reference at the provider.
  token text NOT NULL DEFAULT substr(gen_random_uuid()::text, 1, 8),
  reason text,
  -- In the words of the shop or the operator, for the customer.
  reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
  -- Whose money it was; NULL for a payment that no order has used.
  order_id bigint REFERENCES orders,
  -- How often the provider declined it before, under other ids.
  declines integer NOT NULL DEFAULT 0,
  -- Another one took the place of this declined one.
  is_retried boolean NOT NULL DEFAULT false
);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_waiting ON refunds (next_check_at) WHERE state IN ('due', 'requested');
CREATE INDEX refunds_declined ON refunds (payment_id) WHERE state = 'failed' AND NOT is_retried;
CREATE INDEX refunds_of_order ON refunds (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE webhook_events (
  provider text,
  event_id text,
  kind text NOT NULL DEFAULT '',
  payload jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz,
  -- The request that stores an event processes it at once; the sweep comes later.
  next_check_at timestamptz NOT NULL DEFAULT now() + '00:00:15'::interval,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  -- The ids in the payload, by which the events of a payment are found.
  names text[] GENERATED ALWAYS AS (array_remove(ARRAY[payload #>> '{data,object,id}'::text[],
    payload #>> '{data,object,payment_intent}'::text[], payload #>> '{payload,order,entity,id}'::text[],
    payload #>> '{payload,payment,entity,id}'::text[], payload #>> '{payload,payment,entity,order_id}'::text[],
    payload #>> '{payload,refund,entity,payment_id}'::text[]], NULL::text)) STORED,
  -- The provider's id of the payment that the event is about, if the database does not know that payment.
  unknown_order text,
  -- When an operator dismissed the payment.
  dismissed_at timestamptz,
  dismissed_by bigint REFERENCES users,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX webhook_events_waiting ON webhook_events (next_check_at) WHERE processed_at IS NULL;
CREATE INDEX webhook_events_names ON webhook_events USING gin (names);
CREATE INDEX webhook_events_unknown ON webhook_events (provider, unknown_order) WHERE unknown_order IS NOT NULL;

-- One row. The secret signs what we store at the providers, so that an older backup recognizes payments that it lacks.
CREATE TABLE installation (
  is_only_row boolean DEFAULT true PRIMARY KEY CHECK (is_only_row),
  payment_secret text NOT NULL DEFAULT gen_random_uuid()::text || gen_random_uuid()::text
);
INSERT INTO installation DEFAULT VALUES;

CREATE FUNCTION payment_rank(state text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT array_position(ARRAY['created', 'failed', 'paid', 'consumed', 'refund_due', 'refunded'], state)
$$;

CREATE FUNCTION payments_forward() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF payment_rank(NEW.state) < payment_rank(OLD.state) THEN
    RAISE EXCEPTION 'payment % cannot go back from % to %', OLD.id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER payments_forward BEFORE UPDATE OF state ON payments
  FOR EACH ROW
  EXECUTE FUNCTION payments_forward();
