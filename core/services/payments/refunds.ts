import type { LanguageCode } from '@haat/contract/rules/language';
import type { PaymentProvider, PaymentState, RefundState } from '@haat/contract/rules/payment';
import { formatPaise, toRupees } from '@haat/contract/rules/rupees';
import { nextPaymentState } from '@haat/machines/payment-state/payment-state.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { requireGateway } from '../../gateways/payments/gateways.ts';
import type { ProviderRefund, RefundRequest } from '../../gateways/payments/payment-gateway.ts';
import { ProviderError } from '../../gateways/payments/provider-error.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import type { OutboxEntry } from '../../jobs/job-definitions.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { type PaymentTransitions, recordTransitions } from './payment-record.ts';
import { paymentStatusAfter, paymentStatusAllows } from './payment-status.sql.ts';
import { processInBatches } from './process-in-batches.ts';

/** Why a payment is refunded, as its timeline shows it. */
export type RefundReason =
  | 'operator'
  | 'no order'
  | 'another amount or currency'
  | 'too late'
  | 'paid before'
  | 'paid twice'
  | 'refunded at the provider';

type Decision = Omit<PaymentTransitions, 'events'> & {
  amountPaise: number;
  reason: RefundReason;
  /** The operator who decided it. */
  by?: number;
  /** What happens to the payment before, at the same moment. */
  before?: PaymentTransitions['events'];
};

/**
 * Records the decision that a payment, whose row the transaction has locked, is refunded: every refund begins here. The refund
 * is due from the commit on; the sweeper has the provider pay it. Three callers decide: `settle-payment.ts`, for a payment that
 * its order does not take (`getRefundReason`), for a second charge (`refundExtraCharge`) and for one that the provider has
 * refunded already (`recordOutsideRefund`); `refundUnusedPayments`, for one without an order; `refundPayment`, for the operator.
 */
export async function decideRefund(client: PoolClient, decision: Decision): Promise<void> {
  const { payment, source, amountPaise, reason, by, before = [] } = decision;
  const details = by === undefined ? { reason } : { reason, by };
  await recordTransitions(client, { payment, source, events: [...before, { type: 'owe', details }] });
  await run(ADD_REFUND, { paymentId: payment.id, amountPaise }, client);
}

const ADD_REFUND = sql<{ paymentId: number; amountPaise: number }>(
  'INSERT INTO refunds (payment_id, amount_paise) VALUES (:paymentId, :amountPaise)',
);

/**
 * Refunds a payment for the operator, with or without an order, or retries a refund that the provider has declined. The
 * shop keeps the order and finds the refund in its activity. Throws not_found, and status_not_allowed when there is nothing
 * to refund or a refund is under way.
 */
export async function refundPayment({ paymentId, actorId }: { paymentId: number; actorId: number }): Promise<void> {
  await inTransaction(async (client) => {
    // The order first and then the payment, like every transaction.
    await run(LOCK_ORDER_OF_PAYMENT, { paymentId }, client);
    await run(LOCK_PAYMENT, { paymentId }, client);
    // After the lock: a statement that waits for a row reads the other tables as they were before the wait.
    const found = await one(READ_PAYMENT_TO_REFUND, { paymentId }, client);
    if (!found) throw new DomainError('not_found', 'Payment not found');

    const { state, orderId, refundPaise, isUnderWay, shopId, orderNumber } = found;
    const amountPaise = refundPaise ?? found.amountPaise;
    if (nextPaymentState(state, 'owe')) {
      const payment = { id: paymentId, state };
      const decision = { payment, source: 'operator', amountPaise, reason: 'operator', by: actorId } as const;
      await decideRefund(client, decision);
      await markOrderRefundDue(client, orderId);
    } else if (state === 'refund_due' && !isUnderWay) {
      await run(ADD_REFUND, { paymentId, amountPaise }, client);
    } else {
      throw new DomainError('status_not_allowed', 'There is nothing to refund, or a refund is already in progress.');
    }
    if (shopId === null || orderNumber === null) return;
    const after = { total: toRupees(amountPaise) };
    await recordActivity(client, { shopId, actorId, action: 'order.refunded', subject: orderNumber, after });
  });
}

const LOCK_ORDER_OF_PAYMENT = sql<{ paymentId: number }>(
  'SELECT FROM orders WHERE id = (SELECT order_id FROM payments WHERE id = :paymentId) FOR NO KEY UPDATE',
);

const LOCK_PAYMENT = sql<{ paymentId: number }>('SELECT FROM payments WHERE id = :paymentId FOR NO KEY UPDATE');

type PaymentToRefund = {
  state: PaymentState;
  amountPaise: number;
  orderId: number | null;
  /** Of the latest refund. */
  refundPaise: number | null;
  isUnderWay: boolean;
  orderNumber: string | null;
  shopId: number | null;
};

const READ_PAYMENT_TO_REFUND = sql<{ paymentId: number }, PaymentToRefund>(`
  SELECT p.state, p.amount_paise, p.order_id,
    (SELECT r.amount_paise FROM refunds r WHERE r.payment_id = p.id ORDER BY r.id DESC LIMIT 1) AS refund_paise,
    EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed') AS is_under_way,
    o.order_number, o.shop_id
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id
  WHERE p.id = :paymentId`);

/** The money of the order, whose row the transaction has locked, is to be refunded. Does nothing without one. */
export async function markOrderRefundDue(client: PoolClient, orderId: number | null): Promise<void> {
  await run(MARK_ORDER_REFUND_DUE, { orderId }, client);
}

const MARK_ORDER_REFUND_DUE = sql<{ orderId: number | null }>(
  `UPDATE orders SET payment_status = ${paymentStatusAfter('owe')} WHERE id = :orderId AND ${paymentStatusAllows('owe')}`,
);

const UNUSED_BATCH = 20;

/** Refunds the payments that no order has used within half an hour. Returns how many. */
export async function refundUnusedPayments(): Promise<number> {
  const refunded = await inTransaction(async (client) => {
    const unused = await many(LOCK_UNUSED, {}, client);
    for (const { amountPaise, ...payment } of unused) {
      await decideRefund(client, { payment, source: 'sweeper', amountPaise, reason: 'no order' });
    }
    return unused.length;
  });
  return refunded < UNUSED_BATCH ? refunded : refunded + (await refundUnusedPayments());
}

// A concurrent order that would use one of them waits, and finds it refunded.
const LOCK_UNUSED = sql<object, { id: number; state: PaymentState; amountPaise: number }>(
  `
  SELECT id, state, amount_paise FROM payments
  WHERE order_id IS NULL AND state = 'paid' AND paid_at < now() - interval '30 minutes'
  ORDER BY id LIMIT ${UNUSED_BATCH} FOR UPDATE SKIP LOCKED`,
  'lock-unused-payments',
);

const DUE_BATCH = 10;

type DueRefund = {
  id: number;
  attempts: number;
  amountPaise: number;
  token: string;
  provider: PaymentProvider;
  providerPaymentId: string;
  providerRefundId: string | null;
};

/** Requests the refunds that are due from their providers, and checks those in progress. Returns how many. */
export const payRefunds = (): Promise<number> =>
  processInBatches({ batch: DUE_BATCH, claim: () => many(CLAIM_DUE, {}), process: payRefund });

/** The same for the refunds of one payment, due or not. Throws GatewayError when the provider cannot be reached. */
export async function payRefundsOfPayment(paymentId: number): Promise<void> {
  for (const refund of await many(CLAIM_OF_PAYMENT, { paymentId })) await payRefund(refund);
}

/** Has the next sweep check the open refunds of that charge: its provider has reported a change. */
export async function expediteRefundCheck(provider: PaymentProvider, providerPaymentId: string): Promise<void> {
  await run(EXPEDITE, { provider, providerPaymentId });
}

async function payRefund(refund: DueRefund): Promise<void> {
  const { id: refundId } = refund;
  try {
    await recordRefundState({ refundId, provider: await requestRefund(refund) });
  } catch (error) {
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
    await recordRefundState({ refundId, provider: { state: 'failed' }, error: getReason(error) });
  }
}

/** Providers forget idempotency keys after some time: before a second attempt, the refund of the first is looked up. */
async function requestRefund(refund: DueRefund): Promise<ProviderRefund> {
  const { id, token, attempts, amountPaise, providerPaymentId, providerRefundId } = refund;
  const gateway = requireGateway(refund.provider);
  const request: RefundRequest = { reference: `haat-refund-${id}-${token}`, providerPaymentId, amountPaise };
  const existing = attempts > 1 ? await gateway.fetchRefund({ ...request, providerRefundId }) : undefined;
  return existing ?? gateway.refund(request);
}

const getReason = ({ message, cause }: ProviderError): string =>
  `${message}: ${cause instanceof Error ? cause.message : String(cause)}`.slice(0, 300);

// Claiming sets the next check, so that no two workers pay a refund at once.
const claimRefunds = (condition: string): string => `
  WITH due AS (
    SELECT id FROM refunds WHERE state IN ('due', 'requested') AND ${condition}
    ORDER BY next_check_at LIMIT ${DUE_BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE refunds r SET attempts = r.attempts + 1, updated_at = now(),
    next_check_at = now() + least(interval '30 seconds' * 2 ^ least(r.attempts, 10), interval '1 hour')
  FROM due, payments p
  WHERE r.id = due.id AND p.id = r.payment_id
  RETURNING r.id, r.attempts, r.amount_paise, p.token, p.provider, p.provider_payment_id, r.provider_refund_id`;

const CLAIM_DUE = sql<object, DueRefund>(claimRefunds('next_check_at <= now()'), 'claim-refunds');
const CLAIM_OF_PAYMENT = sql<{ paymentId: number }, DueRefund>(claimRefunds('payment_id = :paymentId'));

const EXPEDITE = sql<{ provider: PaymentProvider; providerPaymentId: string }>(`
  UPDATE refunds SET next_check_at = now()
  WHERE state = 'requested' AND payment_id = (
    SELECT id FROM payments WHERE provider = :provider AND provider_payment_id = :providerPaymentId
  )`);

/** How often a provider may decline a refund before it needs attention. */
const MOST_DECLINES = 5;

type RefundRecording = {
  refundId: number;
  provider: Pick<ProviderRefund, 'state'> & Partial<ProviderRefund>;
  error?: string;
};

/**
 * Records the provider's state of a refund and what follows: the customer is notified once the money is on its way,
 * payment and order become refunded when it has arrived, and a declined refund is retried as another one, at growing
 * intervals. Harmless when it runs again with the same state.
 */
export async function recordRefundState(recording: RefundRecording): Promise<void> {
  const outboxEntries = await inTransaction((client) => record(client, recording));
  for (const entry of outboxEntries) dispatchSoon(entry);
}

async function record(client: PoolClient, { refundId, provider, error }: RefundRecording): Promise<OutboxEntry[]> {
  // The order first, then the payment, then the refund, like every transaction.
  await run(LOCK_ORDER_OF_REFUND, { refundId }, client);
  const refund = await one(LOCK_REFUND, { refundId }, client);
  if (!refund) throw new Error(`Refund ${refundId} has been deleted`);

  const { state } = refund;
  if (state === provider.state || state === 'done' || state === 'failed') return [];
  const { providerRefundId } = provider;
  await run(SET_REFUND_STATE, { refundId, state: provider.state, providerRefundId, error }, client);
  if (provider.state === 'failed') {
    await run(RETRY_REFUND, { refundId, mostDeclines: MOST_DECLINES }, client);
    return [];
  }
  if (provider.state === 'done') await finishRefund(client, refund);
  return state === 'due' ? notifyOfRefund(client, refundId) : [];
}

async function finishRefund(client: PoolClient, { id, paymentId, paymentState, orderId }: LockedRefund): Promise<void> {
  const payment = { id: paymentId, state: paymentState };
  const events = [{ type: 'refund', details: { refund: id } } as const];
  await recordTransitions(client, { payment, source: 'refund', events });
  if (orderId !== null) await run(MARK_ORDER_REFUNDED, { orderId }, client);
}

const LOCK_ORDER_OF_REFUND = sql<{ refundId: number }>(`
  SELECT FROM orders
  WHERE id = (SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = :refundId)
  FOR NO KEY UPDATE`);

type LockedRefund = {
  id: number;
  state: RefundState;
  paymentId: number;
  paymentState: PaymentState;
  orderId: number | null;
};

const LOCK_REFUND = sql<{ refundId: number }, LockedRefund>(`
  SELECT r.id, r.state, p.id AS payment_id, p.state AS payment_state, p.order_id
  FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = :refundId FOR NO KEY UPDATE OF p, r`);

type RefundUpdate = {
  refundId: number;
  state: RefundState;
  providerRefundId: string | undefined;
  error: string | undefined;
};

const SET_REFUND_STATE = sql<RefundUpdate>(`
  UPDATE refunds SET state = :state, provider_refund_id = coalesce(:providerRefundId, provider_refund_id),
    error = :error, updated_at = now()
  WHERE id = :refundId`);

// At the provider a declined refund stays declined: another attempt is another refund.
const RETRY_REFUND = sql<{ refundId: number; mostDeclines: number }>(`
  INSERT INTO refunds (payment_id, amount_paise, next_check_at)
  SELECT r.payment_id, r.amount_paise, now() + interval '10 minutes' * 2 ^ (declined.times - 1)
  FROM refunds r CROSS JOIN LATERAL (
    SELECT count(*)::int AS times FROM refunds WHERE payment_id = r.payment_id AND state = 'failed'
  ) declined
  WHERE r.id = :refundId AND declined.times < :mostDeclines::int`);

// An order that another payment has paid, or none, is not refunded with this one.
const MARK_ORDER_REFUNDED = sql<{ orderId: number }>(
  `UPDATE orders SET payment_status = ${paymentStatusAfter('refund')}
  WHERE id = :orderId AND ${paymentStatusAllows('refund')}`,
);

/**
 * Notifies a customer, in the transaction that records it, that money is on its way back: by mail, and in their feed when it
 * was paid for an order. Returns the outbox entries to dispatch after the commit.
 */
export async function notifyOfRefund(client: PoolClient, refundId: number): Promise<OutboxEntry[]> {
  const refund = await one(READ_REFUND, { refundId }, client);
  const message = refund && `Order ${refund.orderNumber ?? ''}: ${formatPaise(refund.amountPaise)} is being refunded`;
  return many(NOTIFY, { refundId, message }, client);
}

const READ_REFUND = sql<{ refundId: number }, { amountPaise: number; orderNumber: string | null }>(`
  SELECT r.amount_paise, o.order_number
  FROM refunds r JOIN payments p ON p.id = r.payment_id LEFT JOIN orders o ON o.id = p.order_id
  WHERE r.id = :refundId`);

const NOTIFY = sql<{ refundId: number; message: string | undefined }, OutboxEntry>(`
  WITH refund AS (
    SELECT r.id, r.amount_paise, p.user_id, p.order_id
    FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = :refundId::bigint
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM refund WHERE order_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT feed.name, feed.seq, refund.order_id, 'order.refund', :message::text,
      jsonb_build_object('refund_id', refund.id, 'total_paise', refund.amount_paise)
    FROM feed, refund
  ), outbox_rows AS (
    INSERT INTO outbox (topic, subject_id)
    SELECT 'refund.sent', id FROM refund
    UNION ALL SELECT 'order.refund', order_id FROM refund WHERE order_id IS NOT NULL
    RETURNING id, topic, subject_id
  )
  SELECT id, topic, subject_id FROM outbox_rows`);

type Mail = { to: string; amount: string; order: string | undefined; language: LanguageCode | null };

/** Recipient and contents of the mail about a refund; undefined when it was sent, or the account has no email address. */
export async function prepareRefundMail(ids: { refundId: number; outboxId: number }): Promise<Mail | undefined> {
  const mail = await one(READ_REFUND_MAIL, ids);
  if (!mail || mail.email === null) return undefined;
  const { email: to, amountPaise, orderNumber, language } = mail;
  return { to, amount: formatPaise(amountPaise), order: orderNumber ?? undefined, language };
}

type MailRow = { email: string | null; amountPaise: number; orderNumber: string | null; language: LanguageCode | null };

const READ_REFUND_MAIL = sql<{ refundId: number; outboxId: number }, MailRow>(`
  SELECT u.email, u.language, r.amount_paise, o.order_number
  FROM refunds r
  JOIN payments p ON p.id = r.payment_id
  JOIN users u ON u.id = p.user_id
  JOIN outbox entry ON entry.id = :outboxId AND entry.subject_id = r.id AND entry.done_at IS NULL
  LEFT JOIN orders o ON o.id = p.order_id
  WHERE r.id = :refundId`);
