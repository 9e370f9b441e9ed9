import type { PaymentState } from '@haat/contract/payments/payment';
import type { PoolClient } from 'pg';
import { inTransaction, one, run, sql } from '../db/database.ts';
import { Refund } from '../db/payments.models.ts';
import type { ProviderRefund } from '../gateways/payments/payment-gateway.ts';
import type { PaymentSource } from './payment-record.ts';
import { decideRefund, LEFT_PAISE } from './refunds.ts';

/** Our reference of a refund at its provider. */
export const getRefundReference = ({ id, token }: { id: number; token: string }): string =>
  `haat-refund-${id}-${token}`;

type Reported = { paymentId: number; listed: ProviderRefund[]; source: PaymentSource };
type Recorded = { refundId: number; provider: ProviderRefund };

/**
 * Records the refunds of a payment that its provider has and the database lacks: from the provider's dashboard, or our own that
 * were lost when an older backup was restored. They replace refunds that were due but not requested yet, as far as the provider
 * has no money left for both. Returns them with their state at the provider.
 */
export async function recordOutsideRefunds(reported: Reported): Promise<Recorded[]> {
  if (reported.listed.length === 0) return [];
  return inTransaction(async (client) => {
    // The order first and then the payment, like every transaction.
    await run(LOCK_ORDER, reported, client);
    await run(LOCK_PAYMENT, reported, client);
    return addOutsideRefunds(client, reported);
  });
}

/** The same in a transaction that has locked the payment and its order. */
export async function addOutsideRefunds(
  client: PoolClient,
  { paymentId, listed, source }: Reported,
): Promise<Recorded[]> {
  const known = await Refund.query(client).where({ paymentId });
  const isKnown = ({ providerRefundId, reference }: ProviderRefund): boolean =>
    known.some((each) => each.providerRefundId === providerRefundId || getRefundReference(each) === reference);
  const outside = listed.filter((each) => each.state !== 'failed' && !isKnown(each));
  const recorded: Recorded[] = [];
  for (const each of outside) {
    const payment = await one(READ_PAYMENT, { paymentId }, client);
    if (!payment || !isExpected(payment, outside)) break;
    recorded.push({ refundId: await addRefund(client, { payment, provider: each, source }), provider: each });
  }
  return recorded;
}

type Payment = { id: number; state: PaymentState; leftPaise: number };

/** A payment that waits for its order is either refunded whole or, when the time for an order has passed, by us. */
const isExpected = ({ state, leftPaise }: Payment, outside: ProviderRefund[]): boolean =>
  state !== 'paid' || outside.reduce((sum, { amountPaise }) => sum + amountPaise, 0) >= leftPaise;

type Added = { payment: Payment; provider: ProviderRefund; source: PaymentSource };

async function addRefund(client: PoolClient, { payment, provider, source }: Added): Promise<number> {
  const { amountPaise, providerRefundId } = provider;
  // A payment with a due refund has nothing left, whatever its amount.
  const leftPaise = payment.state === 'refund_due' ? 0 : payment.leftPaise;
  const replacedPaise = await replaceDueRefunds(client, payment.id, Math.max(0, amountPaise - leftPaise));
  const isPart = payment.state === 'refund_due' || (payment.state === 'consumed' && amountPaise < leftPaise);
  const decision = {
    reason: 'refunded at the provider',
    amountPaise,
    isPart,
    providerRefundId,
    replacedPaise,
  } as const;
  return decideRefund(client, { payment, source, ...decision });
}

/** Takes the sum from refunds that were not requested yet, or were declined, newest first. Returns how much it found. */
async function replaceDueRefunds(client: PoolClient, paymentId: number, paise: number): Promise<number> {
  let rest = paise;
  for (const { id, amountPaise } of paise > 0 ? await listReplaceable(client, paymentId) : []) {
    if (rest === 0) break;
    const taken = Math.min(rest, amountPaise);
    if (taken === amountPaise) await run(REMOVE, { id }, client);
    else await Refund.query(client).findById(id).decrement('amountPaise', taken);
    rest -= taken;
  }
  return paise - rest;
}

const listReplaceable = (client: PoolClient, paymentId: number) =>
  Refund.query(client)
    .where({ paymentId, providerRefundId: null, isRetried: false })
    .whereIn('state', ['due', 'failed'])
    .orderBy('id', 'desc');

const LOCK_ORDER = sql<{ paymentId: number }>(
  'SELECT FROM orders WHERE id = (SELECT order_id FROM payments WHERE id = :paymentId) FOR NO KEY UPDATE',
);
const LOCK_PAYMENT = sql<{ paymentId: number }>('SELECT FROM payments WHERE id = :paymentId FOR NO KEY UPDATE');

const READ_PAYMENT = sql<{ paymentId: number }, Payment>(
  `SELECT p.id, p.state, ${LEFT_PAISE} AS left_paise FROM payments p WHERE p.id = :paymentId`,
);

// A declined refund stays in the list of attempts.
const REMOVE = sql<{ id: number }>(`
  WITH declined AS (UPDATE refunds SET is_retried = true WHERE id = :id AND state = 'failed' RETURNING id)
  DELETE FROM refunds WHERE id = :id AND state = 'due' AND NOT EXISTS (SELECT FROM declined)`);
