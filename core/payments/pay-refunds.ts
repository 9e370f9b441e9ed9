import type { PaymentProvider, PaymentState, RefundState } from '@haat/contract/payments/payment';
import { formatPaise } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { Refund } from '../db/payments.models.ts';
import { NOW } from '../db/table.ts';
import { requireGateway } from '../gateways/payments/gateways.ts';
import type { ProviderRefund } from '../gateways/payments/payment-gateway.ts';
import { ProviderError } from '../gateways/payments/provider-error.ts';
import { dispatchAfterCommit } from '../queue/outbox.ts';
import type { OutboxEntry } from '../queue/job-definitions.ts';
import { recordOrderEvent } from '../activity/record-order-event.ts';
import { getRefundReference, recordOutsideRefunds } from './outside-refunds.ts';
import { recordTransitions } from './payment-record.ts';
import { paymentStatusAfter, paymentStatusAllows } from './payment-status.sql.ts';
import { processInBatches } from '../queue/process-in-batches.ts';

const DUE_BATCH = 10;

type DueRefund = {
  id: number;
  paymentId: number;
  token: string;
  provider: PaymentProvider;
  providerPaymentId: string;
  providerRefundId: string | null;
};

/** Requests due refunds from their providers, and checks refunds in progress. Returns their number. */
export const payRefunds = (): Promise<number> =>
  processInBatches({
    processor: 'pay-refunds',
    batch: DUE_BATCH,
    claim: () => many(CLAIM_DUE, {}),
    idOf: ({ id }) => id,
    process: payRefund,
  });

/** The same for the refunds of one payment, whether or not it is time to check them. Throws GatewayError when the provider cannot be reached. */
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
    const provider = await requestRefund(refund);
    if (provider) await recordRefundState({ refundId, provider });
  } catch (error) {
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
    await recordRefundState({ refundId, provider: { state: 'failed' }, error: getReason(error) });
  }
}

/**
 * The refund at its provider, requested now unless it was before: a response may have been lost, and a provider forgets
 * idempotency keys after some time. Undefined when refunds that others have made there left no money for it.
 */
async function requestRefund(refund: DueRefund): Promise<ProviderRefund | undefined> {
  const { id: refundId, provider, providerPaymentId, providerRefundId } = refund;
  const gateway = requireGateway(provider);
  if (providerRefundId !== null) return gateway.fetchRefund(providerRefundId);
  const reference = getRefundReference(refund);
  const listed = await gateway.listRefunds(providerPaymentId);
  const requested = listed.find((each) => each.reference === reference);
  if (requested) return requested;
  const outside = await recordOutsideRefunds({ paymentId: refund.paymentId, listed, source: 'refund' });
  for (const each of outside) await recordRefundState(each);
  const due = await Refund.query().findOne({ id: refundId, state: 'due' });
  return due && gateway.refund({ reference, providerPaymentId, amountPaise: due.amountPaise });
}

const getReason = ({ message, cause }: ProviderError): string =>
  `${message}: ${cause instanceof Error ? cause.message : String(cause)}`.slice(0, 300);

// Claiming sets the next check, so that no two workers pay the same refund.
const claimRefunds = (condition: string): string => `
  WITH due AS (
    SELECT id FROM refunds WHERE state IN ('due', 'requested') AND ${condition}
    ORDER BY next_check_at LIMIT ${DUE_BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE refunds r SET attempts = r.attempts + 1, updated_at = now(),
    next_check_at = now() + least(interval '30 seconds' * 2 ^ least(r.attempts, 10), interval '1 hour')
  FROM due, payments p
  WHERE r.id = due.id AND p.id = r.payment_id
  RETURNING r.id, r.payment_id, r.token, p.provider, p.provider_payment_id, r.provider_refund_id`;

const CLAIM_DUE = sql<object, DueRefund>(claimRefunds('next_check_at <= now()'));
// Not one that may be under way just now: it would be requested twice.
const CLAIM_OF_PAYMENT = sql<{ paymentId: number }, DueRefund>(
  claimRefunds(`payment_id = :paymentId
    AND (state = 'requested' OR attempts = 0 OR updated_at < now() - interval '30 seconds')`),
);

const EXPEDITE = sql<{ provider: PaymentProvider; providerPaymentId: string }>(`
  UPDATE refunds SET next_check_at = now()
  WHERE state = 'requested' AND payment_id = (
    SELECT id FROM payments WHERE provider = :provider AND provider_payment_id = :providerPaymentId
  )`);

/** How often a provider may decline a refund before it needs attention. */
const MOST_DECLINES = 5;

type RefundRecording = {
  refundId: number;
  provider: Pick<ProviderRefund, 'state'> & { providerRefundId?: string };
  error?: string;
};

/**
 * Records the provider's state of a refund and what follows: the customer is notified once the money is on its way,
 * payment and order become refunded when it has arrived, and a declined refund is retried as another one, at growing
 * intervals. Harmless when it runs again with the same state.
 */
export async function recordRefundState(recording: RefundRecording): Promise<void> {
  await inTransaction((client) => record(client, recording));
}

async function record(client: PoolClient, { refundId, provider, error }: RefundRecording): Promise<void> {
  // The order first, then the payment, then the refund, like every transaction.
  await run(LOCK_ORDER_OF_REFUND, { refundId }, client);
  const refund = await one(LOCK_REFUND, { refundId }, client);
  // Another refund, made at the provider, has taken its place.
  if (!refund) return;

  const { state } = refund;
  if (state === provider.state || state === 'done' || state === 'failed') return;
  const { providerRefundId } = provider;
  // Without one, the id stays as it is.
  await Refund.query(client)
    .findById(refundId)
    .patch({ state: provider.state, providerRefundId, error: error ?? null, updatedAt: NOW });
  if (provider.state === 'failed') {
    await run(RETRY_REFUND, { refundId, mostDeclines: MOST_DECLINES }, client);
    return;
  }
  if (provider.state === 'done') await finishRefund(client, refund);
  if (state === 'due') await notifyOfRefund(client, refundId);
}

/** The payment is refunded once nothing of it is kept and no other refund of it is open. */
async function finishRefund(client: PoolClient, refund: LockedRefund): Promise<void> {
  const { id, amountPaise, paymentId, paymentState, paymentOrderId, orderId } = refund;
  // The one that is finished is done already.
  const others = Refund.query(client).where({ paymentId, isRetried: false }).whereNot({ state: 'done' });
  const isPart = paymentState === 'consumed' || (await others.resultSize()) > 0;
  const details = { refund: id, ...(isPart && { amount_paise: amountPaise }) };
  const events = [{ type: isPart ? 'refundPart' : 'refund', details } as const];
  await recordTransitions(client, { payment: { id: paymentId, state: paymentState }, source: 'refund', events });
  if (!isPart && paymentOrderId !== null) await run(MARK_ORDER_REFUNDED, { orderId: paymentOrderId }, client);
  if (orderId === null) return;
  const event = {
    kind: 'refunded',
    actor: 'clock',
    actorId: null,
    details: { paise: amountPaise, refund: id },
  } as const;
  await recordOrderEvent(client, { orderId, ...event });
}

const LOCK_ORDER_OF_REFUND = sql<{ refundId: number }>(`
  SELECT FROM orders
  WHERE id = (SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = :refundId)
  FOR NO KEY UPDATE`);

type LockedRefund = {
  id: number;
  state: RefundState;
  amountPaise: number;
  /** The order that has used the payment. */
  orderId: number | null;
  paymentId: number;
  paymentState: PaymentState;
  /** The order that it was meant for. */
  paymentOrderId: number | null;
};

const LOCK_REFUND = sql<{ refundId: number }, LockedRefund>(`
  SELECT r.id, r.state, r.amount_paise, r.order_id, p.id AS payment_id, p.state AS payment_state,
    p.order_id AS payment_order_id
  FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = :refundId FOR NO KEY UPDATE OF p, r`);

// At the provider a declined refund stays declined: another attempt is another refund.
const RETRY_REFUND = sql<{ refundId: number; mostDeclines: number }>(`
  WITH declined AS (
    UPDATE refunds SET is_retried = true WHERE id = :refundId AND declines + 1 < :mostDeclines::int
    RETURNING payment_id, amount_paise, reason, reason_text, order_id, declines
  )
  INSERT INTO refunds (payment_id, amount_paise, reason, reason_text, order_id, declines, next_check_at)
  SELECT payment_id, amount_paise, reason, reason_text, order_id, declines + 1,
    now() + interval '10 minutes' * 2 ^ declines
  FROM declined`);

// An order that another payment has paid, or none, is not refunded with this one.
const MARK_ORDER_REFUNDED = sql<{ orderId: number }>(
  `UPDATE orders SET payment_status = ${paymentStatusAfter('refund')}
  WHERE id = :orderId AND ${paymentStatusAllows('refund')}`,
);

/**
 * Notifies a customer, in the transaction that records it, that money is on its way back: by mail, and in their feed when it
 * was paid for an order.
 */
export async function notifyOfRefund(client: PoolClient, refundId: number): Promise<void> {
  const refund = await one(READ_REFUND, { refundId }, client);
  const message = refund && `Order ${refund.orderNumber ?? ''}: ${formatPaise(refund.amountPaise)} is being refunded`;
  dispatchAfterCommit(client, ...(await many(NOTIFY, { refundId, message }, client)));
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
