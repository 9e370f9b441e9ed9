import { MIN_ONLINE_PAISE, type PaymentState } from '@haat/contract/payments/payment';
import { toRupees } from '@haat/contract/rupees';
import { nextPaymentState } from '@haat/machines/payments/payment-state.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { isNotPutOff } from '../queue/failed-items.ts';
import { processInBatches } from '../queue/process-in-batches.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { type EventActor, recordOrderEvent } from '../activity/record-order-event.ts';
import { type PaymentTransitions, recordTransitions } from './payment-record.ts';
import { paymentStatusAfter } from './payment-status.sql.ts';

/** Why money is returned, as the timeline of the payment shows it. */
export type RefundReason =
  | 'operator'
  | 'order ended'
  | 'no order'
  | 'another amount or currency'
  | 'too late'
  | 'customer blocked'
  | 'paid before'
  | 'paid twice'
  | 'refunded at the provider'
  | PartReason;

/**
 * Why a part of an order's price is refunded. `adjustment`: the order's total was lowered by the same amount. The others leave
 * the total unchanged.
 */
export type PartReason = 'adjustment' | 'problem' | 'goodwill';

type Decision = Omit<PaymentTransitions, 'events'> & {
  amountPaise: number;
  reason: RefundReason;
  /** In the words of the shop or the operator, for the customer. */
  text?: string | undefined;
  /** Whether money remains of the payment afterwards. */
  isPart?: boolean;
  /** Who decided it; the clock if missing. */
  by?: EventActor;
  /** What happens to the payment before, at the same moment. */
  before?: PaymentTransitions['events'];
  /** It exists at the provider already. */
  providerRefundId?: string;
  /** How much of it had been decided before, as refunds that this one replaces. */
  replacedPaise?: number;
};

/**
 * Records the decision that a payment, whose row and whose order's row the transaction has locked, is refunded, in full or in
 * part: every refund begins here. The refund is due from the commit on; the sweeper has the provider pay it. An order that used
 * the payment records the amount as refunded, unless its total was lowered instead. These decide: `end-order.ts`, for an order
 * that ended without delivery; `refund-part.ts`; `settle-payment.ts`, for a payment that its order does not take
 * (`getRefundReason`) and for a second charge (`refundExtraCharge`); `outside-refunds.ts`; `refundUnusedPayments`, for one
 * without an order; `refundPayment`, for the operator. Returns the id of the refund.
 */
export async function decideRefund(client: PoolClient, decision: Decision): Promise<number> {
  const { payment, source, amountPaise, reason, text, isPart = false, before = [], providerRefundId } = decision;
  const { by = { actor: 'clock', actorId: null }, replacedPaise = 0 } = decision;
  const details = {
    reason,
    ...(by.actorId !== null && { by: by.actorId }),
    ...(isPart && { amount_paise: amountPaise }),
  };
  const owed = { type: isPart ? 'owePart' : 'owe', details } as const;
  await recordTransitions(client, { payment, source, events: [...before, owed] });
  const refund = { paymentId: payment.id, amountPaise, reason, text, providerRefundId };
  const added = await one(ADD_REFUND, refund, client);
  if (!added) throw new Error(`Payment ${payment.id} has been deleted`);

  const { id, orderId } = added;
  if (orderId === null) return id;
  const paise = amountPaise - replacedPaise;
  const ofTotalPaise = reason === 'adjustment' ? 0 : paise;
  await run(ADD_TO_ORDER, { orderId, ofTotalPaise, isPart }, client);
  const lowered = reason === 'adjustment' && { lowered: true };
  if (paise > 0)
    await recordOrderEvent(client, { orderId, kind: 'refund_due', ...by, details: { paise, refund: id, ...lowered } });
  return id;
}

type NewRefund = {
  paymentId: number;
  amountPaise: number;
  reason: RefundReason;
  text: string | undefined;
  providerRefundId: string | undefined;
};

// The order, if it ever used the payment.
const ADD_REFUND = sql<NewRefund, { id: number; orderId: number | null }>(`
  INSERT INTO refunds (payment_id, amount_paise, reason, reason_text, provider_refund_id, order_id)
  SELECT p.id, :amountPaise::bigint, :reason::text, :text::text, :providerRefundId::text,
    CASE WHEN EXISTS (SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'consumed') THEN p.order_id END
  FROM payments p WHERE p.id = :paymentId::bigint
  RETURNING id, order_id`);

const ADD_TO_ORDER = sql<{ orderId: number; ofTotalPaise: number; isPart: boolean }>(`
  UPDATE orders SET refunded_paise = refunded_paise + :ofTotalPaise::bigint,
    payment_status = CASE WHEN :isPart::boolean THEN payment_status ELSE ${paymentStatusAfter('owe')} END
  WHERE id = :orderId::bigint`);

/** Locks and returns the payment that an order has used, with its remaining amount. Undefined when there is none. */
export async function lockConsumedPayment(client: PoolClient, orderId: number): Promise<ConsumedPayment | undefined> {
  await run(LOCK_CONSUMED, { orderId }, client);
  // After the lock: a statement that waits for a row reads the other tables as they were before the wait.
  return one(READ_CONSUMED, { orderId }, client);
}

export type ConsumedPayment = { id: number; state: 'consumed'; leftPaise: number };

const LOCK_CONSUMED = sql<{ orderId: number }>(
  `SELECT FROM payments WHERE order_id = :orderId AND state = 'consumed' FOR NO KEY UPDATE`,
);

/**
 * The rest of payment p: its amount less all refunds, also due ones and declined ones that wait for an operator, and cash
 * payouts.
 */
export const LEFT_PAISE = `(p.amount_paise
  - (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r WHERE r.payment_id = p.id AND NOT r.is_retried)
  - (SELECT coalesce(sum(c.amount_paise), 0) FROM cash_payouts c WHERE c.payment_id = p.id))::bigint`;

const READ_CONSUMED = sql<{ orderId: number }, ConsumedPayment>(`
  SELECT p.id, p.state, ${LEFT_PAISE} AS left_paise FROM payments p WHERE p.order_id = :orderId AND p.state = 'consumed'`);

/**
 * Refunds the rest of a payment for the operator, with or without an order, or retries refunds that the provider declined. The
 * shop keeps the order and finds the refund in its activity. Throws not_found, and status_not_allowed when there is nothing to
 * refund or a refund is under way.
 */
export async function refundPayment({ paymentId, actorId }: { paymentId: number; actorId: number }): Promise<void> {
  await inTransaction(async (client) => {
    // The order first and then the payment, like every transaction.
    await run(LOCK_ORDER_OF_PAYMENT, { paymentId }, client);
    await run(LOCK_PAYMENT, { paymentId }, client);
    const found = await one(READ_PAYMENT_TO_REFUND, { paymentId }, client);
    if (!found) throw new DomainError('not_found', 'Payment not found');

    const { state, leftPaise, declinedPaise, shopId, orderNumber } = found;
    if (declinedPaise > 0) {
      await run(RETRY_DECLINED, { paymentId }, client);
    } else if (nextPaymentState(state, 'owe') && leftPaise < MIN_ONLINE_PAISE) {
      throw new DomainError('status_not_allowed', 'Less than ₹1 is left, which cannot be refunded online.');
    } else if (nextPaymentState(state, 'owe')) {
      const by = { actor: 'operator', actorId } as const;
      const decision = { source: 'operator', amountPaise: leftPaise, reason: 'operator', by } as const;
      await decideRefund(client, { payment: { id: paymentId, state }, ...decision });
    } else {
      throw new DomainError('status_not_allowed', 'There is nothing to refund, or a refund is already in progress.');
    }
    if (shopId === null || orderNumber === null) return;
    const after = { total: toRupees(declinedPaise || leftPaise) };
    await recordActivity(client, { shopId, actorId, action: 'order.refunded', subject: orderNumber, after });
  });
}

const LOCK_ORDER_OF_PAYMENT = sql<{ paymentId: number }>(
  'SELECT FROM orders WHERE id = (SELECT order_id FROM payments WHERE id = :paymentId) FOR NO KEY UPDATE',
);

const LOCK_PAYMENT = sql<{ paymentId: number }>('SELECT FROM payments WHERE id = :paymentId FOR NO KEY UPDATE');

type PaymentToRefund = {
  state: PaymentState;
  leftPaise: number;
  declinedPaise: number;
  orderNumber: string | null;
  shopId: number | null;
};

/** What of payment p the provider has declined to refund so often that it is not retried. */
export const DECLINED_PAISE = `(SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
  WHERE r.payment_id = p.id AND r.state = 'failed' AND NOT r.is_retried)::bigint`;

const READ_PAYMENT_TO_REFUND = sql<{ paymentId: number }, PaymentToRefund>(`
  SELECT p.state, ${LEFT_PAISE} AS left_paise, ${DECLINED_PAISE} AS declined_paise, o.order_number, o.shop_id
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id
  WHERE p.id = :paymentId`);

const RETRY_DECLINED = sql<{ paymentId: number }>(`
  WITH declined AS (
    UPDATE refunds SET is_retried = true WHERE payment_id = :paymentId AND state = 'failed' AND NOT is_retried
    RETURNING payment_id, amount_paise, reason, reason_text, order_id, declines
  )
  INSERT INTO refunds (payment_id, amount_paise, reason, reason_text, order_id, declines)
  SELECT payment_id, amount_paise, reason, reason_text, order_id, declines + 1 FROM declined`);

const UNUSED_BATCH = 20;

/** Refunds the payments that no order has used within half an hour. Returns how many. */
export const refundUnusedPayments = (): Promise<number> =>
  processInBatches({
    processor: 'refund-unused-payments',
    batch: UNUSED_BATCH,
    claim: () => many(LIST_UNUSED, {}),
    idOf: ({ id }) => id,
    process: refundUnused,
  });

async function refundUnused({ id }: { id: number }): Promise<void> {
  await inTransaction(async (client) => {
    // Another worker may have been first, or an order.
    const unused = await one(LOCK_UNUSED, { id }, client);
    if (!unused) return;
    const { amountPaise, ...payment } = unused;
    await decideRefund(client, { payment, source: 'sweeper', amountPaise, reason: 'no order' });
  });
}

const IS_UNUSED = `order_id IS NULL AND state = 'paid' AND paid_at < now() - interval '30 minutes'`;

const LIST_UNUSED = sql<object, { id: number }>(
  `SELECT id FROM payments WHERE ${IS_UNUSED} AND ${isNotPutOff('refund-unused-payments', 'id')}
   ORDER BY id LIMIT ${UNUSED_BATCH}`,
);

// A concurrent order that would use it waits, and finds it refunded.
const LOCK_UNUSED = sql<{ id: number }, { id: number; state: PaymentState; amountPaise: number }>(
  `SELECT id, state, amount_paise FROM payments WHERE id = :id AND ${IS_UNUSED} FOR UPDATE SKIP LOCKED`,
);
