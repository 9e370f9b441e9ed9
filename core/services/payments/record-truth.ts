import type { PaymentState, PaymentStatus } from '@haat/contract/rules/payment';
import type { PoolClient } from 'pg';
import type { Charge, Truth } from '../../gateways/payments/payment-gateway.ts';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { markOrderPaid } from '../orders/mark-order-paid.ts';
import { isWhatWasAsked } from './ask-provider.ts';
import { addRefund, type PaymentSource, recordMoves } from './move-payment.ts';
import type { PaymentRecord } from './payment-record.ts';

type Recording = { payment: PaymentRecord; truth: Truth; source: PaymentSource };

/**
 * Writes down what the provider knows of a payment, and what follows for its order: the one place where money becomes an
 * order. Locks the order first and the payment then, as everybody does. Answers what to dispatch after the commit.
 */
export async function recordTruth(client: PoolClient, { payment, truth, source }: Recording): Promise<OutboxEntry[]> {
  const paymentStatus = payment.orderId === null ? undefined : await lockOrder(client, payment.orderId);
  const now = { ...payment, ...(await lockPayment(client, payment.id)) };
  const captured = truth.charges.filter(({ state }) => state === 'captured');
  const charge = chargeOf(now, captured);
  if (!charge) {
    const isOver = truth.isClosed && now.state === 'created';
    if (isOver) await recordMoves(client, { payment: now, source, steps: [{ event: 'close' }] });
    return [];
  }
  for (const extra of captured.filter(({ id }) => id !== charge.id)) await returnExtra(client, { now, extra, source });
  if (now.state !== 'created' && now.state !== 'failed') return [];
  return takeMoney(client, { payment: now, charge, source, paymentStatus });
}

async function lockOrder(client: PoolClient, orderId: number): Promise<PaymentStatus | undefined> {
  const text = 'SELECT payment_status AS "paymentStatus" FROM orders WHERE id = $1 FOR NO KEY UPDATE';
  const { rows } = await client.query<{ paymentStatus: PaymentStatus }>(text, [orderId]);
  return rows[0]?.paymentStatus;
}

type Locked = Pick<PaymentRecord, 'state' | 'providerPaymentId'>;

async function lockPayment(client: PoolClient, id: number): Promise<Locked> {
  const { rows } = await client.query<Locked>(
    `SELECT state, provider_payment_id AS "providerPaymentId" FROM payments WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  if (!rows[0]) throw new Error(`Payment ${id} has gone`);
  return rows[0];
}

/** The money that this payment is about: what it was settled with before, else what was asked for, else any that came. */
function chargeOf(payment: PaymentRecord, captured: Charge[]): Charge | undefined {
  if (payment.providerPaymentId) return captured.find(({ id }) => id === payment.providerPaymentId);
  return captured.find((charge) => isWhatWasAsked(charge, payment)) ?? captured[0];
}

type Taking = {
  payment: PaymentRecord;
  charge: Charge;
  source: PaymentSource;
  paymentStatus: PaymentStatus | undefined;
};

async function takeMoney(
  client: PoolClient,
  { payment, charge, source, paymentStatus }: Taking,
): Promise<OutboxEntry[]> {
  await client.query('UPDATE payments SET provider_payment_id = $2, paid_at = now() WHERE id = $1', [
    payment.id,
    charge.id,
  ]);
  const reason = whyNot(isWhatWasAsked(charge, payment), paymentStatus);
  if (reason) {
    await giveBack(client, { payment, charge, source, reason });
    return [];
  }
  const pay = { event: 'pay', details: detailsOf(charge) } as const;
  if (payment.orderId === null) {
    await recordMoves(client, { payment, source, steps: [pay] });
    return [];
  }
  await recordMoves(client, { payment, source, steps: [pay, { event: 'consume' }] });
  return [await markOrderPaid(client, payment.orderId)];
}

/** Why the money goes back; undefined when its order takes it, or no order has been named yet. */
function whyNot(isRight: boolean, paymentStatus: PaymentStatus | undefined): string | undefined {
  if (!isRight) return 'another amount or currency';
  if (paymentStatus === undefined || paymentStatus === 'awaiting') return undefined;
  return paymentStatus === 'expired' ? 'too late' : 'paid before';
}

type GivingBack = {
  payment: { id: number; state: PaymentState };
  charge: Charge;
  source: PaymentSource;
  reason: string;
};

async function giveBack(client: PoolClient, { payment, charge, source, reason }: GivingBack): Promise<void> {
  const steps = [
    { event: 'pay', details: detailsOf(charge) },
    { event: 'owe', details: { reason } },
  ] as const;
  await recordMoves(client, { payment, source, steps: [...steps] });
  await addRefund(client, payment.id, charge.amountPaise);
}

type Extra = { now: PaymentRecord; extra: Charge; source: PaymentSource };

/** Money that came a second time for the same object of the provider: a payment of its own, which goes back. */
async function returnExtra(client: PoolClient, { now, extra, source }: Extra): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO payments (provider, provider_payment_id, user_id, order_id, amount_paise, state, paid_at)
     VALUES ($1, $2, $3, $4, $5, 'failed', now()) ON CONFLICT (provider, provider_payment_id) DO NOTHING RETURNING id`,
    [now.provider, extra.id, now.userId, now.orderId, extra.amountPaise],
  );
  const id = rows[0]?.id;
  if (id === undefined) return;
  await giveBack(client, { payment: { id, state: 'failed' }, charge: extra, source, reason: 'paid twice' });
}

const detailsOf = ({ id, amountPaise, currency }: Charge) => ({
  provider_payment_id: id,
  amount_paise: amountPaise,
  currency,
});
