import type { PaymentState, RefundState } from '@haat/contract/rules/payment';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { announceRefund } from './announce-refund.ts';
import { recordMoves } from './move-payment.ts';

/** How often a provider may refuse to give money back before somebody has to look at it. */
const MOST_REFUSALS = 5;

type Outcome = { state: 'requested' | 'done' | 'failed'; providerRefundId?: string };
type Recording = { refundId: number; truth: Outcome; error?: string };

/**
 * Writes down how a refund stands at its provider, and what follows: the customer is told once that the money is on its
 * way, payment and order are refunded when it is, and a refusal is tried again under another name, at growing distances. May
 * be told the same again.
 */
export async function recordRefund(recording: Recording): Promise<void> {
  const announced = await inTransaction((client) => record(client, recording));
  for (const entry of announced) dispatchSoon(entry);
}

type Locked = { state: RefundState; paymentId: number; paymentState: PaymentState; orderId: number | null };

async function record(client: PoolClient, { refundId, truth, error }: Recording): Promise<OutboxEntry[]> {
  const refund = await lockRefund(client, refundId);
  const { state } = refund;
  if (state === truth.state || state === 'done' || state === 'failed') return [];
  const values = [refundId, truth.state, truth.providerRefundId, error];
  await client.query({ name: 'move-refund', text: MOVE, values });
  if (truth.state === 'failed') {
    await client.query({ name: 'refund-again', text: AGAIN, values: [refundId, MOST_REFUSALS] });
    return [];
  }
  if (truth.state === 'done') await finish(client, refund, refundId);
  return state === 'due' ? announceRefund(client, refundId) : [];
}

/** The order first, then the payment, then the refund, as everybody locks them. */
async function lockRefund(client: PoolClient, refundId: number): Promise<Locked> {
  await client.query({ name: 'lock-refunded-order', text: LOCK_ORDER, values: [refundId] });
  const { rows } = await client.query<Locked>({ name: 'lock-refund', text: LOCK, values: [refundId] });
  if (!rows[0]) throw new Error(`Refund ${refundId} has gone`);
  return rows[0];
}

async function finish(client: PoolClient, { paymentId, paymentState, orderId }: Locked, refundId: number) {
  const payment = { id: paymentId, state: paymentState };
  const step = { event: 'refund', details: { refund: refundId } } as const;
  await recordMoves(client, { payment, source: 'refund', steps: [step] });
  if (orderId !== null) await client.query({ name: 'refund-order', text: REFUND_ORDER, values: [orderId] });
}

const LOCK_ORDER = `
  SELECT FROM orders WHERE id = (SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1)
  FOR NO KEY UPDATE`;

const LOCK = `
  SELECT r.state, p.id AS "paymentId", p.state AS "paymentState", p.order_id AS "orderId"
  FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1 FOR NO KEY UPDATE OF p, r`;

const MOVE = `
  UPDATE refunds SET state = $2, provider_refund_id = coalesce($3, provider_refund_id), error = $4, updated_at = now()
  WHERE id = $1`;

// The provider knows this one as refused for ever: another try is another refund.
const AGAIN = `
  INSERT INTO refunds (payment_id, amount_paise, next_check_at)
  SELECT r.payment_id, r.amount_paise, now() + interval '10 minutes' * 2 ^ (refused.times - 1)
  FROM refunds r CROSS JOIN LATERAL (
    SELECT count(*)::int AS times FROM refunds WHERE payment_id = r.payment_id AND state = 'failed'
  ) refused
  WHERE r.id = $1 AND refused.times < $2::int`;

// An order that was paid by another payment, or never, has nothing to do with this one.
const REFUND_ORDER = `UPDATE orders SET payment_status = 'refunded' WHERE id = $1 AND payment_status = 'refund_due'`;
