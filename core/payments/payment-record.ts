import type { PaymentProvider, PaymentState, PaymentStatus } from '@haat/contract/payments/payment';
import { nextPaymentState, type PaymentEvent } from '@haat/machines/payments/payment-state.machine';
import type { PoolClient } from 'pg';
import { many, one, sql } from '../db/database.ts';
import { Payment, PaymentTransition } from '../db/payments.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError } from '../errors.ts';

/** A payment, and its order if it has one. */
export type PaymentRecord = {
  id: number;
  token: string;
  provider: PaymentProvider;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  url: string | null;
  /** Null for a recovered payment whose customer was lost too. */
  userId: number | null;
  amountPaise: number;
  state: PaymentState;
  createdAt: Date;
  orderId: number | null;
  orderNumber: string | null;
  paymentStatus: PaymentStatus | null;
};

/** Identifies a payment: by our id, by its provider's, or by the id of its charge. */
export type PaymentName =
  | { paymentId: number }
  | { provider: PaymentProvider; providerOrderId: string }
  | { provider: PaymentProvider; providerPaymentId: string };

/** Throws not_found. */
export async function findPayment(name: PaymentName): Promise<PaymentRecord> {
  const payment = await lookUpPayment(name);
  if (!payment) throw new DomainError('not_found', 'Payment not found');
  return payment;
}

export function lookUpPayment(name: PaymentName): Promise<PaymentRecord | undefined> {
  if ('paymentId' in name) return one(FIND_BY_ID, name);
  return 'providerOrderId' in name ? one(FIND_BY_PROVIDER_ID, name) : one(FIND_BY_CHARGE, name);
}

/** All payments of an order, the oldest first. */
export const listPaymentsOfOrder = (orderId: number): Promise<PaymentRecord[]> => many(LIST_OF_ORDER, { orderId });

/** Our reference of a payment at its provider. */
export const getReference = ({ id, token }: Pick<PaymentRecord, 'id' | 'token'>): string =>
  `haat-payment-${id}-${token}`;

/** What caused a transition of a payment. */
export type PaymentSource =
  'start' | 'verify' | 'webhook' | 'sweeper' | 'order' | 'refund' | 'return' | 'operator' | 'recovery';

export type PaymentTransitions = {
  payment: { id: number; state: PaymentState };
  source: PaymentSource;
  events: { type: PaymentEvent['type']; details?: Record<string, unknown> }[];
};

/**
 * Moves a payment, whose row the transaction has locked, through all these events, and adds each to its timeline. Throws for an
 * event that the machine does not allow.
 *
 * There is one other writer of transitions: the statement that stores an order (CONSUME_PAYMENT in `orders/insert-order.sql.ts`)
 * has its payment consumed. Order and payment have to change in that one statement, which writes nothing unless the payment is
 * still unused.
 */
export async function recordTransitions(client: PoolClient, transitions: PaymentTransitions): Promise<void> {
  const { payment, source, events } = transitions;
  let from = payment.state;
  for (const { type, details = {} } of events) {
    const to = nextPaymentState(from, type);
    if (!to) throw new Error(`Payment ${payment.id} is ${from}: ${type} is not allowed`);
    const transition = { paymentId: payment.id, source, fromState: from, toState: to, details };
    await PaymentTransition.query(client).insert(transition);
    from = to;
  }
  // Not once per event: only one payment of an order may be 'paid', even for a moment.
  await Payment.query(client).findById(payment.id).patch({ state: from, updatedAt: NOW });
}

const PAYMENT_RECORD = `
  SELECT p.id, p.token, p.provider, p.provider_order_id, p.provider_payment_id, p.url, p.user_id, p.amount_paise, p.state,
    p.created_at, p.order_id, o.order_number, o.payment_status
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id`;

const FIND_BY_ID = sql<{ paymentId: number }, PaymentRecord>(`${PAYMENT_RECORD} WHERE p.id = :paymentId`);

const FIND_BY_PROVIDER_ID = sql<{ provider: PaymentProvider; providerOrderId: string }, PaymentRecord>(
  `${PAYMENT_RECORD} WHERE p.provider = :provider AND p.provider_order_id = :providerOrderId`,
);

const FIND_BY_CHARGE = sql<{ provider: PaymentProvider; providerPaymentId: string }, PaymentRecord>(
  `${PAYMENT_RECORD} WHERE p.provider = :provider AND p.provider_payment_id = :providerPaymentId`,
);
const LIST_OF_ORDER = sql<{ orderId: number }, PaymentRecord>(
  `${PAYMENT_RECORD} WHERE p.order_id = :orderId ORDER BY p.id`,
);
