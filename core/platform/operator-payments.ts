import {
  MIN_ONLINE_PAISE,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
} from '@haat/contract/payments/payment';
import { nextPaymentState } from '@haat/machines/payments/payment-state.machine';
import { many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { payRefundsOfPayment } from '../payments/pay-refunds.ts';
import { DECLINED_PAISE, LEFT_PAISE, type RefundReason } from '../payments/refunds.ts';
import { type ListedPayment, selectPayments } from './list-payments.ts';
import { settlePayment } from '../payments/settle-payment.ts';

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
  /** The amount that was neither refunded nor paid out and is not due to be. */
  leftPaise: number;
  /** The amount that a refund would return now. */
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

/** The actions that the operator can take on a payment: ones that its state allows, or retrying a declined refund. */
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

type OfPayment = { paymentId: number };

const FIND_PAYMENT = sql<OfPayment, Found>(
  `${selectPayments(`, ${LEFT_PAISE} AS left_paise, ${DECLINED_PAISE} AS declined_paise`)} WHERE p.id = :paymentId`,
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
