import type { PaymentState, RefundState } from '@haat/contract/rules/payment';
import { movePayment } from '@haat/machines/payment-state/payment-state.machine';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { LISTED_PAYMENT, type ListedPayment } from './payment-row.sql.ts';

type TrailEvent = { at: Date; source: string; from: PaymentState; to: PaymentState; details: Record<string, unknown> };
type TrailRefund = {
  id: number;
  at: Date;
  state: RefundState;
  amountPaise: number;
  attempts: number;
  providerRefundId: string | null;
  error: string | null;
};
type TrailWebhook = {
  eventId: string;
  kind: string;
  at: Date;
  processedAt: Date | null;
  attempts: number;
  error: string | null;
};

export type PaymentTrail = ListedPayment & {
  canCheck: boolean;
  canRefund: boolean;
  events: TrailEvent[];
  refunds: TrailRefund[];
  webhooks: TrailWebhook[];
};

/** A payment with all that happened to it, each list oldest first. Throws not_found. */
export async function readPaymentTrail(paymentId: number): Promise<PaymentTrail> {
  const [payment] = await rows<ListedPayment>('trail-payment', `${LISTED_PAYMENT} WHERE p.id = $1`, [paymentId]);
  if (!payment) throw new DomainError('not_found', 'Payment not found');
  const names = [payment.providerOrderId, payment.providerPaymentId].filter((name) => name !== null);
  const [events, refunds, webhooks] = await Promise.all([
    rows<TrailEvent>('trail-events', EVENTS, [paymentId]),
    rows<TrailRefund>('trail-refunds', REFUNDS, [paymentId]),
    rows<TrailWebhook>('trail-webhooks', WEBHOOKS, [payment.provider, names]),
  ]);
  return { ...payment, ...whatIsLegal(payment, refunds), events, refunds, webhooks };
}

/** What the operator can do about a payment: the rules of its state, and no refund beside one that is under way. */
function whatIsLegal({ state, providerOrderId }: ListedPayment, refunds: TrailRefund[]) {
  const isUnderWay = refunds.some((refund) => refund.state === 'due' || refund.state === 'requested');
  const isRefused = state === 'refund_due' && !isUnderWay;
  const mayHaveBeenPaid = (state === 'created' || state === 'failed') && providerOrderId !== null;
  return {
    canCheck: mayHaveBeenPaid || isUnderWay,
    canRefund: movePayment(state, 'owe') !== undefined || isRefused,
  };
}

async function rows<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await database().pool.query<Row>({ name, text, values })).rows;
}

const EVENTS = `
  SELECT at, source, from_state AS "from", to_state AS "to", details FROM payment_events
  WHERE payment_id = $1 ORDER BY id`;

const REFUNDS = `
  SELECT id, created_at AS at, state, amount_paise AS "amountPaise", attempts,
    provider_refund_id AS "providerRefundId", error
  FROM refunds WHERE payment_id = $1 ORDER BY id`;

const WEBHOOKS = `
  SELECT event_id AS "eventId", kind, received_at AS at, processed_at AS "processedAt", attempts, error
  FROM webhook_events WHERE provider = $1 AND names && $2::text[] ORDER BY received_at, event_id LIMIT 200`;
