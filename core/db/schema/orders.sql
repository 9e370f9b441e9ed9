CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_number text NOT NULL GENERATED ALWAYS AS ('H' || lpad(id::text, 6, '0')) STORED,
  user_id bigint REFERENCES users,
  shop_id bigint NOT NULL REFERENCES shops,
  status text NOT NULL DEFAULT 'Pending'
    CHECK (status IN ('Pending', 'Accepted', 'Ready', 'In Transit', 'Delivered', 'Declined', 'Cancelled', 'Expired', 'Returned')),
  -- Orders that are 'awaiting' their payment reserve stock and are not visible to the shop yet.
  payment_status text NOT NULL DEFAULT 'due'
    CHECK (payment_status IN ('due', 'collected', 'cancelled', 'awaiting', 'paid', 'expired', 'refund_due', 'refunded')),
  -- 'cod' is cash, 'upi' what reached the shop's own UPI address, 'online' what a payment provider collected.
  payment_method text NOT NULL CHECK (payment_method IN ('cod', 'upi', 'online')),
  takeaway boolean NOT NULL,
  total_paise bigint NOT NULL CHECK (total_paise >= 0),
  min_order_paise bigint NOT NULL CHECK (min_order_paise >= 0),
  customer_name text NOT NULL,
  customer_phone text,
  address jsonb,
  client_order_date text,
  -- Until when stock is reserved for an unpaid order, and when the sweep looks at the reservation next.
  reserved_until timestamptz,
  reservation_check_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When cash was collected: at delivery.
  collected_at timestamptz,
  note text CHECK (char_length(note) BETWEEN 1 AND 300),
  -- Until when the shop can accept the order; the worker sets it once it knows the order.
  accept_by timestamptz,
  revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  -- What of the total went back, or is going back, to the customer. A total that was lowered has no refund in here.
  refunded_paise bigint NOT NULL DEFAULT 0,
  if_unavailable text NOT NULL DEFAULT 'call_me' CHECK (if_unavailable IN ('call_me', 'replace', 'leave_out')),
  -- What of the total is paid in cash although the order was paid online: what it became dearer with consent.
  cash_extra_paise bigint NOT NULL DEFAULT 0,
  -- A replacement costs nothing.
  replaces_order_id bigint REFERENCES orders,
  -- When its shop is reminded next of an order that waits, and how often it was. The worker sets it together with accept_by.
  remind_at timestamptz,
  -- From when its customer reads that the shop has not answered yet, set together with them.
  unanswered_from timestamptz,
  reminders smallint NOT NULL DEFAULT 0,
  promised_at timestamptz,
  pickup_code text NOT NULL DEFAULT lpad(floor(random() * 10000)::text, 4, '0') CHECK (pickup_code ~ '^[0-9]{4}$'),
  channel text NOT NULL DEFAULT 'online' CHECK (channel IN ('online', 'counter')),
  -- When the online payment of an order arrived; NULL for one that was paid when it was placed.
  paid_at timestamptz,
  facts_version integer NOT NULL DEFAULT 0,
  -- When the shop is called once more; null once it was.
  last_call_at timestamptz,
  CONSTRAINT orders_collected_once CHECK ((payment_status = 'collected') = (collected_at IS NOT NULL)),
  CONSTRAINT orders_refunded_paise CHECK (refunded_paise >= 0 AND refunded_paise <= total_paise),
  CONSTRAINT orders_check CHECK (cash_extra_paise >= 0 AND (cash_extra_paise = 0 OR payment_method = 'online')),
  -- The minimum is for what is ordered, and not for what the shop has of it.
  CONSTRAINT orders_address_and_minimum
    CHECK (takeaway AND address IS NULL OR NOT takeaway AND address IS NOT NULL
      AND (total_paise >= min_order_paise OR revision > 1)),
  CONSTRAINT orders_replacement_free CHECK (replaces_order_id IS NULL OR total_paise = 0),
  CONSTRAINT orders_paid_by_method CHECK ((payment_method = 'online') = payment_status NOT IN ('due', 'collected', 'cancelled')),
  CONSTRAINT orders_of_channel CHECK (CASE channel
    WHEN 'online' THEN user_id IS NOT NULL AND payment_method <> 'upi'
    ELSE user_id IS NULL AND takeaway AND status = 'Delivered' AND payment_status = 'collected'
END)
);
CREATE INDEX orders_reserved ON orders (reserved_until) WHERE payment_status = 'awaiting';
-- The order board's list of one status, and its count.
CREATE INDEX orders_of_shop_by_status ON orders (shop_id, status, id DESC) WHERE payment_status NOT IN ('awaiting', 'expired');
-- Statistics of a shop, without reading its older orders.
CREATE INDEX orders_by_time ON orders (shop_id, created_at) INCLUDE (total_paise, payment_status);
CREATE INDEX orders_collected ON orders (shop_id, collected_at) INCLUDE (total_paise) WHERE payment_status = 'collected';
CREATE INDEX orders_paid ON orders (created_at) WHERE payment_status = 'paid';
-- A customer has at most one order per shop that awaits its payment.
CREATE INDEX orders_awaiting_of_user ON orders (user_id, shop_id) WHERE payment_status = 'awaiting';
CREATE INDEX orders_expired ON orders (created_at) WHERE payment_status = 'expired';
-- The last orders of a customer in one shop; it also counts those of all shops.
CREATE INDEX orders_delivered_to_user_by_shop ON orders (user_id, shop_id, id DESC) WHERE status = 'Delivered';
CREATE INDEX orders_of_user ON orders (user_id, id DESC) INCLUDE (shop_id, status, payment_status, created_at, order_number);
CREATE INDEX orders_open ON orders (shop_id)
  WHERE status IN ('Pending', 'Accepted', 'Ready', 'In Transit') AND payment_status NOT IN ('awaiting', 'expired');
CREATE INDEX orders_with_cash_extra ON orders (shop_id) WHERE cash_extra_paise > 0;
CREATE INDEX orders_replacing ON orders (replaces_order_id) WHERE replaces_order_id IS NOT NULL;
CREATE INDEX orders_to_remind ON orders (remind_at) WHERE status = 'Pending' AND remind_at IS NOT NULL;
CREATE INDEX orders_by_phone ON orders (customer_phone, id DESC) WHERE customer_phone IS NOT NULL;
CREATE INDEX orders_to_accept ON orders (accept_by) WHERE status = 'Pending' AND payment_status NOT IN ('awaiting', 'expired');
CREATE INDEX orders_open_of_shop ON orders (shop_id, id)
  WHERE status IN ('Pending', 'Accepted', 'Ready', 'In Transit') AND payment_status NOT IN ('awaiting', 'expired');
-- The whole list and its search: with number and phone in the index, only matching rows are read.
CREATE INDEX orders_of_shop_found ON orders (shop_id, id DESC) INCLUDE (order_number, customer_phone, status)
  WHERE payment_status NOT IN ('awaiting', 'expired');
CREATE INDEX orders_paid_online ON orders (shop_id, COALESCE(paid_at, created_at))
  WHERE payment_status IN ('paid', 'refund_due', 'refunded');
-- The customers of a shop with their sums are read from this index alone.
CREATE INDEX orders_of_shop_customer ON orders (shop_id, user_id, id DESC)
  INCLUDE (customer_phone, total_paise, status, payment_status) WHERE payment_status NOT IN ('awaiting', 'expired');
CREATE INDEX orders_by_day ON orders USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX orders_counter_phones ON orders (created_at) WHERE channel = 'counter' AND customer_phone IS NOT NULL;
CREATE INDEX orders_by_text
  ON orders USING gin (customer_name gin_trgm_ops, customer_phone gin_trgm_ops, order_number gin_trgm_ops)
  WHERE payment_status NOT IN ('awaiting', 'expired');

CREATE TABLE order_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  variant_id bigint NOT NULL REFERENCES variants,
  product_id bigint NOT NULL REFERENCES products,
  name text NOT NULL,
  size text,
  color text,
  unit text,
  image text,
  unit_price_paise bigint NOT NULL CHECK (unit_price_paise >= 0),
  quantity integer NOT NULL CHECK (quantity >= 1),
  -- NULL for variants without one.
  mrp_paise bigint CHECK (mrp_paise >= 0),
  -- What the line costs where that is not price times quantity: as packed, or at the price of what it replaces.
  agreed_paise bigint CHECK (agreed_paise >= 0),
  packed_grams integer CHECK (packed_grams > 0),
  written_off integer NOT NULL DEFAULT 0,
  -- What of a discount on a whole counter sale falls on the line; the agreed price is without it.
  discount_paise bigint NOT NULL DEFAULT 0,
  UNIQUE (order_id, variant_id),
  CONSTRAINT order_items_written_off CHECK (written_off >= 0 AND written_off <= quantity),
  CONSTRAINT order_items_discount CHECK (discount_paise >= 0 AND (discount_paise = 0 OR agreed_paise IS NOT NULL))
);
CREATE INDEX order_items_variant ON order_items (variant_id);
CREATE INDEX order_items_product ON order_items (product_id, order_id DESC);

-- One row per status change. actor_shop_id: the shop the actor acted for; NULL for the platform.
CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  from_status text,
  to_status text,
  -- NULL for the clock.
  actor_id bigint REFERENCES users,
  actor_shop_id bigint REFERENCES shops,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL DEFAULT 'shop' CHECK (actor IN ('customer', 'shop', 'operator', 'clock')),
  reason text,
  reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
  -- 'status' for a change of status; the kinds of others are in contract/orders/order-events.ts.
  kind text NOT NULL DEFAULT 'status',
  -- What the actor used: 'phone' or 'computer'; NULL where that is not known.
  device text,
  -- The order's revision after the event.
  revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
  -- What else the event says, by kind: ids and sums in paise, never a name or an address.
  details jsonb,
  UNIQUE (order_id, to_status),
  CONSTRAINT order_events_check CHECK ((actor = 'clock') = (actor_id IS NULL)),
  CONSTRAINT order_events_check1 CHECK (reason_text IS NULL OR reason IS NOT NULL),
  CONSTRAINT order_events_statuses
    CHECK ((kind = 'status') = (to_status IS NOT NULL) AND (from_status IS NULL) = (to_status IS NULL))
);
CREATE INDEX order_events_order ON order_events (order_id, id);
-- Refunds of online payments.
CREATE INDEX order_events_refund_due ON order_events (at) WHERE kind = 'refund_due';

-- Idempotency keys of requests that place an order. Keys of clients are valid until maintenance deletes them, derived ones
-- ('cart:…', for clients that send none) for ten seconds.
CREATE TABLE order_requests (
  user_id bigint REFERENCES users,
  key text,
  body_hash text NOT NULL,
  order_id bigint NOT NULL REFERENCES orders DEFERRABLE INITIALLY DEFERRED,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX order_requests_order ON order_requests (order_id);
CREATE INDEX order_requests_age ON order_requests (created_at);

-- Up to which number of its feed a shop has acknowledged its new orders; only grows.
CREATE TABLE order_acknowledgements (
  shop_id bigint PRIMARY KEY REFERENCES shops,
  seq bigint NOT NULL CHECK (seq >= 0),
  user_id bigint REFERENCES users,
  at timestamptz NOT NULL DEFAULT now()
);

-- The lines of an order before each change; append-only.
CREATE TABLE order_revisions (
  order_id bigint REFERENCES orders,
  revision integer CHECK (revision >= 1),
  total_paise bigint NOT NULL,
  lines jsonb NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, revision)
);

CREATE TABLE order_proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  state text NOT NULL CHECK (state IN ('open', 'applied', 'answered', 'unanswered', 'withdrawn', 'closed')),
  -- The total if all of it is accepted.
  total_paise bigint NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT now(),
  -- NULL for one that needs no answer.
  answer_by timestamptz,
  settled_at timestamptz,
  CONSTRAINT order_proposals_check CHECK ((state = 'open') = (settled_at IS NULL)),
  CONSTRAINT order_proposals_check1 CHECK ((state = 'applied') = (answer_by IS NULL))
);
CREATE INDEX order_proposals_order ON order_proposals (order_id, id);
CREATE UNIQUE INDEX order_proposals_open ON order_proposals (order_id) WHERE state = 'open';
CREATE INDEX order_proposals_due ON order_proposals (answer_by) WHERE state = 'open';

-- item_id: of the order's line, which may be left out since.
CREATE TABLE order_proposal_lines (
  proposal_id bigint REFERENCES order_proposals,
  item_id bigint,
  kind text NOT NULL CHECK (kind IN ('leave_out', 'fewer', 'weight', 'replace')),
  quantity integer CHECK (quantity >= 1),
  grams integer CHECK (grams > 0),
  variant_id bigint REFERENCES variants,
  unit_price_paise bigint,
  at_old_price boolean NOT NULL DEFAULT false,
  -- What the line costs if this is accepted.
  amount_paise bigint NOT NULL CHECK (amount_paise >= 0),
  outcome text CHECK (outcome IN ('apply', 'leave_out', 'keep')),
  CONSTRAINT order_proposal_lines_check CHECK (kind IN ('fewer', 'replace') = (quantity IS NOT NULL)),
  CONSTRAINT order_proposal_lines_check1 CHECK ((kind = 'weight') = (grams IS NOT NULL)),
  CONSTRAINT order_proposal_lines_check2 CHECK ((kind = 'replace') = (variant_id IS NOT NULL AND unit_price_paise IS NOT NULL)),
  PRIMARY KEY (proposal_id, item_id)
);

CREATE TABLE order_problems (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  problem_number text NOT NULL GENERATED ALWAYS AS ('P' || lpad(id::text, 6, '0')) STORED,
  order_id bigint NOT NULL REFERENCES orders,
  shop_id bigint NOT NULL REFERENCES shops,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'acknowledged', 'refunded', 'replaced', 'refused')),
  reported_at timestamptz NOT NULL DEFAULT now(),
  -- India's rules for e-commerce: acknowledged within 48 hours, solved within a month.
  acknowledge_by timestamptz NOT NULL DEFAULT now() + '48:00:00'::interval,
  solve_by timestamptz NOT NULL DEFAULT now() + '30 days'::interval,
  acknowledged_at timestamptz,
  solved_at timestamptz,
  -- What the answer returned, and the order that replaces what was wrong with this one.
  refund_paise bigint CHECK (refund_paise > 0),
  replacement_order_id bigint UNIQUE REFERENCES orders,
  -- When the shop is reminded next; NULL for no more.
  remind_at timestamptz DEFAULT now() + '24:00:00'::interval,
  CONSTRAINT order_problems_check CHECK ((state = 'open') = (acknowledged_at IS NULL)),
  CONSTRAINT order_problems_check1 CHECK (state IN ('open', 'acknowledged') = (solved_at IS NULL)),
  CONSTRAINT order_problems_check2 CHECK ((state = 'refunded') = (refund_paise IS NOT NULL)),
  CONSTRAINT order_problems_check3 CHECK ((state = 'replaced') = (replacement_order_id IS NOT NULL))
);
CREATE INDEX order_problems_order ON order_problems (order_id, id);
CREATE UNIQUE INDEX order_problems_one_unsolved ON order_problems (order_id) WHERE solved_at IS NULL;
CREATE INDEX order_problems_shop ON order_problems (shop_id, id DESC);
CREATE INDEX order_problems_unsolved ON order_problems (solve_by) WHERE solved_at IS NULL;
CREATE INDEX order_problems_remind ON order_problems (remind_at) WHERE solved_at IS NULL;

-- Idempotency keys of what is done to an order.
CREATE TABLE order_actions (
  user_id bigint REFERENCES users,
  key text,
  body_hash text NOT NULL,
  order_id bigint NOT NULL REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT now(),
  problem_id bigint REFERENCES order_problems,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX order_actions_age ON order_actions (created_at);

CREATE TABLE order_problem_lines (
  problem_id bigint REFERENCES order_problems,
  order_item_id bigint REFERENCES order_items,
  kind text NOT NULL CHECK (kind IN ('missing', 'damaged', 'wrong', 'other')),
  quantity integer NOT NULL CHECK (quantity >= 1),
  -- How many the shop has back on sale.
  returned integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  PRIMARY KEY (problem_id, order_item_id)
);
CREATE INDEX order_problem_lines_item ON order_problem_lines (order_item_id);

-- Append-only but for texts, which are erased with their author's account.
CREATE TABLE order_problem_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  problem_id bigint NOT NULL REFERENCES order_problems,
  kind text NOT NULL CHECK (kind IN ('reported', 'message', 'acknowledged', 'refunded', 'replaced', 'refused')),
  actor text NOT NULL CHECK (actor IN ('customer', 'shop', 'operator')),
  actor_id bigint NOT NULL REFERENCES users,
  text text CHECK (length(text) BETWEEN 1 AND 500),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_problem_messages_problem ON order_problem_messages (problem_id, id);
CREATE INDEX order_problem_messages_actor ON order_problem_messages (actor_id);

-- Not in the picture store, which is public.
CREATE TABLE order_problem_pictures (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  problem_id bigint NOT NULL REFERENCES order_problems,
  position integer NOT NULL,
  bytes bytea NOT NULL,
  UNIQUE (problem_id, position)
);

CREATE TABLE cancellation_requests (
  order_id bigint PRIMARY KEY REFERENCES orders,
  reason text NOT NULL,
  reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'refused')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Until when the shop can answer.
  answer_by timestamptz NOT NULL,
  answered_at timestamptz,
  CONSTRAINT cancellation_requests_check CHECK ((state = 'open') = (answered_at IS NULL))
);
CREATE INDEX cancellation_requests_open ON cancellation_requests (answer_by) WHERE state = 'open';

CREATE TABLE order_problem_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  problem_id bigint NOT NULL REFERENCES order_problems,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- It waits, and its deadline is near.
  is_reminder boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_problem_notices_user ON order_problem_notices (user_id);
CREATE INDEX order_problem_notices_problem ON order_problem_notices (problem_id);

CREATE TABLE counter_returns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  amount_paise bigint NOT NULL CHECK (amount_paise >= 0),
  to_stock boolean NOT NULL,
  actor_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX counter_returns_order ON counter_returns (order_id);

CREATE TABLE counter_return_lines (
  return_id bigint REFERENCES counter_returns,
  item_id bigint REFERENCES order_items,
  quantity integer NOT NULL CHECK (quantity >= 1),
  PRIMARY KEY (return_id, item_id)
);
CREATE INDEX counter_return_lines_item ON counter_return_lines (item_id);

-- Orders that no member of the shop accepted in time.
CREATE TABLE missed_orders (
  order_id bigint PRIMARY KEY REFERENCES orders,
  shop_id bigint NOT NULL REFERENCES shops,
  missed_at timestamptz NOT NULL DEFAULT now(),
  -- One of the last orders that stopped the shop, because it did not respond.
  stopped_shop boolean NOT NULL DEFAULT false,
  read_at timestamptz,
  read_by bigint REFERENCES users
);
CREATE INDEX missed_orders_shop ON missed_orders (shop_id, missed_at);

CREATE FUNCTION raise_facts_version() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE orders SET facts_version = facts_version + 1 WHERE id = NEW.order_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER order_proposals_decide AFTER INSERT OR UPDATE OF state ON order_proposals
  FOR EACH ROW
  EXECUTE FUNCTION raise_facts_version();

CREATE TRIGGER cancellation_requests_decide AFTER INSERT OR UPDATE OF state ON cancellation_requests
  FOR EACH ROW
  EXECUTE FUNCTION raise_facts_version();
