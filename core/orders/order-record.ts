import type { CounterMethod, OrderChannel, PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { LineChangeKind, LineOutcome, ProposalState } from '@haat/contract/orders/adjustment';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import type { ProblemState } from '@haat/contract/orders/order-problems';
import type { CancellationState, OrderActor, OrderReason } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import type { DeliveryAddress } from '../db/orders.models.ts';
import { ERASED_NAME } from '../db/accounts.models.ts';
import { SPLIT_PAYMENTS } from '../payments/paid-parts.sql.ts';
import { REFUNDABLE_CASH, REFUNDABLE_ONLINE } from '../payments/refundable.sql.ts';

/** A line as printed: `amountPaise` is its total price, `packedGrams` its weight if it was weighed. */
export type LineRecord = {
  id: number;
  name: string;
  pricePaise: number;
  quantity: number;
  amountPaise: number;
  packedGrams: number | null;
  size: string | null;
  color: string | null;
  unit: string | null;
};

/** A line with its name and price at the time of the order; the ids identify the variant in today's catalog. */
export type OrderItemRecord = LineRecord & {
  productId: number;
  mrpPaise: number | null;
  /** The share of the item in a discount on the whole counter sale. */
  discountPaise: number;
  /** How many came back and cannot be sold again. */
  writtenOff: number;
  /** How many of a counter sale came back; null for none. */
  returned: number | null;
  /** The present one of its variant; for the shop only. */
  barcode: string | null;
  image: string | null;
  sizeId: number | null;
  colorId: number | null;
  unitId: number | null;
};

/**
 * A status change; `actor`: absent for the first status; `by`: the name of the actor, for the shop only, unless it was the operator;
 * `text`: the reason in the actor's own words.
 */
export type OrderStepRecord = {
  status: OrderStatus;
  at: string;
  actor?: OrderActor;
  by?: string;
  reason?: OrderReason;
  text?: string;
};

/** A part of a split payment. */
export type PaidPart = { method: CounterMethod; amountPaise: number };

/** An order as screens show it. `steps`: its status changes, oldest first. */
export type OrderRecord = {
  id: number;
  /** Grows with every event of the order; for the shop only. */
  version: number | null;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  channel: OrderChannel;
  paymentMethod: PaymentMethod;
  /** The parts of a split payment. */
  payments: PaidPart[] | null;
  paymentStatus: PaymentStatus;
  totalPaise: number;
  /** What of the total went back, or is going back, to the customer. */
  refundedPaise: number;
  /** What of it can still go back, through the provider and in cash. */
  refundableOnlinePaise: number;
  refundableCashPaise: number;
  minOrderPaise: number;
  takeaway: boolean;
  customerName: string;
  customerPhone: string | null;
  address: DeliveryAddress | null;
  note: string | null;
  shop: { id: number; slug: string; name: string | null; phone: string | null };
  items: OrderItemRecord[];
  steps: OrderStepRecord[];
  /** Until when the shop can accept it; null until the worker has set it. */
  acceptBy: Date | null;
  /** From when its customer reads that the shop has not answered yet: after half of that time. */
  unansweredFrom: Date | null;
  /** Until when the customer can cancel it although it was accepted; null before that. */
  graceEndsAt: Date | null;
  /** When the shop promised it to be ready. */
  promisedAt: Date | null;
  /** Until when the customer can report a problem; null before the delivery. */
  reportUntil: Date | null;
  /** Until when it is kept for its customer; null unless it is a takeaway that is ready. */
  holdUntil: Date | null;
  /** Whether the shop asks for the pickup code of such an order. */
  asksCode: boolean;
  /** For the customer only. */
  pickupCode: string | null;
  /** The reported problems, newest first. */
  problems: { id: number; number: string; state: ProblemState }[];
  /** The delivered order that this one replaces at no charge. */
  replaces: { id: number; orderNumber: string } | null;
  /** The customer's request to cancel it after the grace period. */
  cancellation: CancellationRecord | null;
  /** What the customer chose for items that the shop does not have. */
  ifUnavailable: IfUnavailable;
  revision: number;
  /** The lines before each change, oldest first. */
  revisions: RevisionRecord[];
  /** The amount to pay in cash although the order was paid online. */
  cashExtraPaise: number;
  /** The latest proposal of the shop to change lines. */
  proposal: ProposalRecord | null;
};

export type RevisionRecord = { revision: number; totalPaise: number; until: string; items: LineRecord[] };

export type ProposalRecord = {
  id: number;
  state: ProposalState;
  totalPaise: number;
  at: string;
  answerBy: string | null;
  lines: ProposalLineRecord[];
};

/**
 * `amountPaise`: the amount of the item if the proposal is accepted. `replacement`: the item sold instead or added, as in the
 * catalog now, at the proposed price.
 */
export type ProposalLineRecord = {
  itemId: number;
  kind: LineChangeKind;
  quantity: number | null;
  grams: number | null;
  atOldPrice: boolean;
  amountPaise: number;
  outcome: LineOutcome | null;
  replacement: Replacement | null;
};

export type Replacement = Pick<
  OrderItemRecord,
  'productId' | 'name' | 'size' | 'color' | 'unit' | 'image' | 'pricePaise'
>;

type CancellationRecord = {
  state: CancellationState;
  reason: OrderReason;
  text?: string;
  at: string;
  answerBy: string;
};

const statusChange = (actor: string): string =>
  `'status', e.to_status, 'at', e.at, 'actor', ${actor}, 'reason', e.reason, 'text', e.reason_text`;

/** The name of who caused the event `e`. A user without one is shown by the local part of the email address. */
export const ACTOR_NAME = `(SELECT coalesce(nullif(u.name, ''), split_part(u.email, '@', 1), u.login_mobile, '${ERASED_NAME}')
  FROM users u WHERE u.id = e.actor_id)`;

/** Whether the operator caused the event `as` at a shop, also while helping it, for which the event is the shop's. */
export const isByOperator = (
  as: string,
  shopId: string,
) => `(${as}.actor = 'operator' OR ${as}.actor = 'shop' AND EXISTS (
    SELECT FROM users u WHERE u.id = ${as}.actor_id AND u.is_platform_admin AND NOT EXISTS (
      SELECT FROM shop_members member WHERE member.user_id = u.id AND member.shop_id = ${shopId})))`;

const IS_BY_OPERATOR = isByOperator('e', 'o.shop_id');

/** Who caused the event `e` of order `o`, as its shop sees it, and their name: the people of the operator have none there. */
export const ACTOR_FOR_SHOP = `CASE WHEN ${IS_BY_OPERATOR} THEN 'operator' ELSE e.actor END`;
export const NAME_FOR_SHOP = `CASE WHEN NOT ${IS_BY_OPERATOR} THEN ${ACTOR_NAME} END`;

/** When the customer could know of the event `e`: one that was made without a connection is dated before. */
export const RECORDED_AT = "coalesce((e.details ->> 'recorded_at')::timestamptz, e.at)";

/** Until when a problem of order `o` of `shop` can be reported: NULL before its delivery. */
export const REPORT_UNTIL = `(SELECT ${RECORDED_AT} + make_interval(hours => shop.problem_hours) FROM order_events e
  WHERE e.order_id = o.id AND e.to_status = 'Delivered')`;

/** What line `i` costs. */
export const LINE_PAISE = 'coalesce(i.agreed_paise, i.unit_price_paise * i.quantity)';

/** The fields of a `LineRecord`, of line `i`. */
export const LINE_FIELDS = `'id', i.id, 'name', i.name, 'pricePaise', i.unit_price_paise, 'quantity', i.quantity,
        'amountPaise', ${LINE_PAISE}, 'packedGrams', i.packed_grams, 'size', i.size, 'color', i.color, 'unit', i.unit`;

const PROPOSAL_LINES = `(
      SELECT json_agg(json_build_object('itemId', l.item_id, 'kind', l.kind, 'quantity', l.quantity, 'grams', l.grams,
        'atOldPrice', l.at_old_price, 'amountPaise', l.amount_paise, 'outcome', l.outcome,
        'replacement', CASE WHEN l.variant_id IS NOT NULL THEN json_build_object('productId', product.id,
          'name', product.name, 'size', size.name, 'color', color.name, 'unit', unit.name, 'image', product.image,
          'pricePaise', l.unit_price_paise) END) ORDER BY l.item_id)
      FROM order_proposal_lines l
      LEFT JOIN variants variant ON variant.id = l.variant_id LEFT JOIN products product ON product.id = variant.product_id
      LEFT JOIN sizes size ON size.id = variant.size_id LEFT JOIN colors color ON color.id = variant.color_id
      LEFT JOIN units unit ON unit.id = variant.unit_id
      WHERE l.proposal_id = p.id)`;

// Most orders have one revision, so a list need not look for others.
const ADJUSTMENT = `o.if_unavailable, o.revision, o.cash_extra_paise,
    CASE WHEN o.revision = 1 THEN '[]'::json ELSE (
      SELECT json_agg(json_build_object('revision', r.revision, 'totalPaise', r.total_paise, 'until', r.ended_at,
        'items', r.lines) ORDER BY r.revision)
      FROM order_revisions r WHERE r.order_id = o.id) END AS revisions,
    (SELECT json_build_object('id', p.id, 'state', p.state, 'totalPaise', p.total_paise, 'at', p.proposed_at,
        'answerBy', p.answer_by, 'lines', ${PROPOSAL_LINES})
      FROM order_proposals p WHERE p.order_id = o.id ORDER BY p.id DESC LIMIT 1) AS proposal`;

/** Until when order `o` of `shop` is kept for its customer: NULL unless it is ready for pickup. */
export const HOLD_UNTIL = `(SELECT ${RECORDED_AT} + make_interval(mins => shop.holding_minutes) FROM order_events e
  WHERE e.order_id = o.id AND e.to_status = 'Ready' AND o.status = 'Ready')`;

/** Until when the customer of the accepted order `o` of `shop` can cancel it without asking. */
export const GRACE_ENDS_AT = `(SELECT ${RECORDED_AT} + make_interval(mins => shop.cancel_grace_minutes) FROM order_events e
  WHERE e.order_id = o.id AND e.to_status = 'Accepted')`;

/** Whether `shop` asks for the pickup code of order `o`. */
export const ASKS_CODE = 'CASE WHEN o.takeaway THEN shop.asks_pickup_code ELSE shop.asks_door_code END';

type Columns = { version: string; statusChange: string; pickupCode: string; barcode: string };

const selectOrderRecord = ({ version, statusChange, pickupCode, barcode }: Columns) => `
  SELECT o.id, ${version} AS version, o.order_number, o.created_at, o.status, o.channel, o.payment_method, ${SPLIT_PAYMENTS} AS payments,
    o.payment_status, o.total_paise, o.refunded_paise,
    ${REFUNDABLE_ONLINE} AS refundable_online_paise, ${REFUNDABLE_CASH} AS refundable_cash_paise, o.min_order_paise,
    o.takeaway, o.customer_name, o.customer_phone, o.address, o.note, o.accept_by, o.unanswered_from, o.promised_at,
    ${GRACE_ENDS_AT} AS grace_ends_at,
    (SELECT json_strip_nulls(json_build_object('state', r.state, 'reason', r.reason, 'text', r.reason_text, 'at', r.requested_at,
        'answerBy', r.answer_by))
      FROM cancellation_requests r WHERE r.order_id = o.id) AS cancellation,
    ${REPORT_UNTIL} AS report_until, ${HOLD_UNTIL} AS hold_until, ${ASKS_CODE} AS asks_code, ${pickupCode} AS pickup_code,
    (SELECT coalesce(json_agg(json_build_object('id', p.id, 'number', p.problem_number, 'state', p.state) ORDER BY p.id DESC), '[]')
      FROM order_problems p WHERE p.order_id = o.id) AS problems,
    (SELECT json_build_object('id', r.id, 'orderNumber', r.order_number) FROM orders r WHERE r.id = o.replaces_order_id) AS replaces,
    ${ADJUSTMENT},
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'phone', shop.phone) AS shop,
    (SELECT coalesce(json_agg(json_build_object(${LINE_FIELDS}, 'writtenOff', i.written_off, 'returned', CASE WHEN o.channel = 'counter' AND o.refunded_paise > 0 THEN (
          SELECT sum(back.quantity)::int FROM counter_return_lines back WHERE back.item_id = i.id) END, 'mrpPaise', i.mrp_paise,
        'discountPaise', i.discount_paise, 'barcode', ${barcode}, 'productId', i.product_id, 'image', i.image,
        'sizeId', v.size_id, 'colorId', v.color_id, 'unitId', v.unit_id) ORDER BY i.id), '[]')
      FROM order_items i JOIN variants v ON v.id = i.variant_id WHERE i.order_id = o.id) AS items,
    (SELECT coalesce(json_agg(json_strip_nulls(json_build_object(${statusChange})) ORDER BY e.id), '[]')
      FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status') AS steps
  FROM orders o JOIN shops shop ON shop.id = o.shop_id`;

/** Selects `OrderRecord`s from orders `o` of `shop`, for their customers. */
export const ORDER_RECORD = selectOrderRecord({
  version: 'NULL::integer',
  statusChange: statusChange('e.actor'),
  pickupCode: 'o.pickup_code',
  barcode: 'NULL',
});

/**
 * Events are only added, and each of two readings sees all events of the one before it: a count orders readings, which the
 * number of the latest event does not while an earlier number is not committed yet.
 */
const VERSION = '(SELECT count(*)::int FROM order_events e WHERE e.order_id = o.id)';

/** The same for members of the shop, who also see who changed each status, but not the pickup code. */
export const SHOP_ORDER_RECORD = selectOrderRecord({
  version: VERSION,
  statusChange: `${statusChange(ACTOR_FOR_SHOP)}, 'by', ${NAME_FOR_SHOP}`,
  pickupCode: 'NULL::text',
  barcode: 'v.barcode',
});

/** Orders that await their payment, or were never paid, are hidden from the shop. */
export const IS_VISIBLE_TO_SHOP = `o.payment_status NOT IN ('awaiting', 'expired')`;
