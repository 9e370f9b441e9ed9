import {
  MIN_ONLINE_PAISE,
  type PaymentSearch,
  readPaymentSearch,
  type PaymentProvider,
  type PaymentState,
  type PaymentStatus,
  type RefundState,
} from '@haat/contract/rules/payment';
import { nextPaymentState } from '@haat/machines/payment-state/payment-state.machine';
import { many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { NEEDS_ATTENTION } from '../payments/payment-health.ts';
import { payRefundsOfPayment } from '../payments/pay-refunds.ts';
import { DECLINED_PAISE, LEFT_PAISE, type RefundReason } from '../payments/refunds.ts';
import { settlePayment } from '../payments/settle-payment.ts';

/** One payment in the operator's list. */
export type ListedPayment = {
  id: number;
  provider: PaymentProvider;
  state: PaymentState;
  amountPaise: number;
  createdAt: Date;
  paidAt: Date | null;
  /** Null for a recovered payment whose customer was lost. */
  customerEmail: string | null;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  order: {
    id: number;
    orderNumber: string;
    shopSlug: string;
    totalPaise: number;
    paymentStatus: PaymentStatus;
    reservedUntil: string | null;
  } | null;
};

const DEFAULT_LIMIT = 50;
const MOST_PAYMENTS = 200;

type Request = {
  search?: string | undefined;
  needsAttention?: boolean;
  limit?: number | undefined;
  after?: number | undefined;
};

/**
 * Online payments of the platform, newest first, those after the payment `after` in the list: 50, or `limit` up to 200. All,
 * those that need attention, or those of an order number, of a provider's id, of customers whose email contains the text, or
 * of a confirmed mobile number.
 */
export async function listPayments({
  search = '',
  needsAttention = false,
  limit = DEFAULT_LIMIT,
  after,
}: Request): Promise<ListedPayment[]> {
  const found = readPaymentSearch(search);
  const conditions = ['(:before::bigint IS NULL OR p.id < :before)'];
  if (needsAttention) conditions.push(NEEDS_ATTENTION);
  if (found) conditions.push(getCondition(found));
  const list = sql<{ before: number | undefined; limit: number; searched: string | number | undefined }, ListedPayment>(
    `${selectPayments()} WHERE ${conditions.join(' AND ')} ORDER BY p.id DESC LIMIT :limit`,
  );
  return many(list, { before: after, limit: Math.min(limit, MOST_PAYMENTS), searched: found && getSearched(found) });
}

function getCondition(search: PaymentSearch): string {
  if ('orderId' in search) return 'p.order_id = :searched::bigint';
  if ('email' in search) return 'p.user_id IN (SELECT id FROM users WHERE email LIKE :searched)';
  if ('mobile' in search) return 'p.user_id = (SELECT id FROM users WHERE login_mobile = :searched)';
  return `p.id IN (${WITH_PROVIDER_ID})`;
}

function getSearched(search: PaymentSearch): string | number {
  if ('orderId' in search) return search.orderId;
  if ('mobile' in search) return search.mobile;
  return 'email' in search ? `%${search.email.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : search.name;
}

// The providers are listed for the indexes, which begin with them.
const WITH_PROVIDER_ID = `
  SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_order_id = :searched
  UNION ALL SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_payment_id = :searched
  UNION ALL SELECT payment_id FROM refunds WHERE provider_refund_id = :searched`;

type TimelineEvent = {
  at: Date;
  source: string;
  from: PaymentState;
  to: PaymentState;
  details: Record<string, unknown>;
};
type TimelineRefund = {
  id: number;
  at: Date;
  state: RefundState;
  amountPaise: number;
  reason: RefundReason | null;
  /** In the words of the member or operator who decided it. */
  text: string | null;
  attempts: number;
  providerRefundId: string | null;
  error: string | null;
};
type TimelineWebhook = {
  eventId: string;
  kind: string;
  at: Date;
  processedAt: Date | null;
  attempts: number;
  error: string | null;
};

export type PaymentTimeline = ListedPayment & {
  canCheck: boolean;
  canRefund: boolean;
  /** What was not refunded and is not to be. */
  leftPaise: number;
  /** What a refund would return now. */
  refundablePaise: number;
  events: TimelineEvent[];
  refunds: TimelineRefund[];
  webhooks: TimelineWebhook[];
};

/** Everything that is recorded about a payment, each list oldest first. Throws not_found. */
export async function readPaymentTimeline(paymentId: number): Promise<PaymentTimeline> {
  const payment = await one(FIND_PAYMENT, { paymentId });
  if (!payment) throw new DomainError('not_found', 'Payment not found');
  const { provider, providerOrderId, providerPaymentId } = payment;
  const names = [providerOrderId, providerPaymentId].filter((name) => name !== null);
  const [events, refunds, webhooks] = await Promise.all([
    many(EVENTS, { paymentId }),
    many(REFUNDS, { paymentId }),
    many(WEBHOOKS, { provider, names }),
  ]);
  return { ...payment, ...getPossibleActions(payment, refunds), events, refunds, webhooks };
}

/** What the operator can do about a payment: what its state allows, or retry what the provider has declined. */
function getPossibleActions({ state, providerOrderId, leftPaise, declinedPaise }: Found, refunds: TimelineRefund[]) {
  const isInProgress = refunds.some((refund) => refund.state === 'due' || refund.state === 'requested');
  const mayHaveBeenPaid = (state === 'created' || state === 'failed') && providerOrderId !== null;
  const canRefund =
    declinedPaise > 0 || (leftPaise >= MIN_ONLINE_PAISE && nextPaymentState(state, 'owe') !== undefined);
  return {
    canCheck: mayHaveBeenPaid || isInProgress,
    canRefund,
    refundablePaise: canRefund ? declinedPaise || leftPaise : 0,
  };
}

/**
 * Asks the provider for the current state of a payment, or of its refund, where it can have changed. Returns the new
 * timeline. Throws not_found, and GatewayError when the provider cannot be reached.
 */
export async function checkPayment(paymentId: number): Promise<PaymentTimeline> {
  const { canCheck, state } = await readPaymentTimeline(paymentId);
  if (canCheck && (state === 'created' || state === 'failed')) await settlePayment({ paymentId, source: 'operator' });
  else if (canCheck) await payRefundsOfPayment(paymentId);
  return readPaymentTimeline(paymentId);
}

type Found = ListedPayment & { leftPaise: number; declinedPaise: number };

const selectPayments = (more = ''): string => `
  SELECT p.id, p.provider, p.state, p.amount_paise, p.created_at, p.paid_at, coalesce(u.email, '+91' || u.login_mobile) AS customer_email,
    p.provider_order_id, p.provider_payment_id,
    CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'orderNumber', o.order_number, 'shopSlug', shop.slug,
      'totalPaise', o.total_paise, 'paymentStatus', o.payment_status, 'reservedUntil', o.reserved_until) END AS order
    ${more}
  FROM payments p
  LEFT JOIN users u ON u.id = p.user_id
  LEFT JOIN orders o ON o.id = p.order_id
  LEFT JOIN shops shop ON shop.id = o.shop_id`;

type OfPayment = { paymentId: number };

const FIND_PAYMENT = sql<OfPayment, Found>(
  `${selectPayments(`, ${LEFT_PAISE} AS left_paise, ${DECLINED_PAISE} AS declined_paise`)} WHERE p.id = :paymentId`,
  'timeline-payment',
);

const EVENTS = sql<OfPayment, TimelineEvent>(`
  SELECT at, source, from_state AS "from", to_state AS "to", details FROM payment_events
  WHERE payment_id = :paymentId ORDER BY id`);

const REFUNDS = sql<OfPayment, TimelineRefund>(`
  SELECT id, created_at AS at, state, amount_paise, reason, reason_text AS text, attempts, provider_refund_id, error
  FROM refunds WHERE payment_id = :paymentId ORDER BY id`);

const WEBHOOKS = sql<{ provider: PaymentProvider; names: string[] }, TimelineWebhook>(`
  SELECT event_id, kind, received_at AS at, processed_at, attempts, error
  FROM webhook_events WHERE provider = :provider AND names && :names::text[] ORDER BY received_at, event_id LIMIT 200`);
