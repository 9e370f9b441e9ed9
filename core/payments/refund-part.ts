import { type RefundParts, splitRefund } from '@haat/contract/payments/refund';
import { formatPaise, toRupees } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import { notifyOfUpdate } from '../notify/notify-of-update.ts';
import { type EventActor, recordOrderEvent } from '../activity/record-order-event.ts';
import { PARTS_LEFT } from './paid-parts.sql.ts';
import { REFUNDABLE_CASH } from './refundable.sql.ts';
import { type ConsumedPayment, decideRefund, lockConsumedPayment, type PartReason } from './refunds.ts';

type PartRefund = {
  orderId: number;
  amountPaise: number;
  reason: PartReason;
  /** In the words of the shop or the operator, for the customer; at most 500 characters. */
  text?: string | undefined;
  /** How to refund the part not paid online. By default as it was paid, a split payment part by part. */
  payout?: PayoutMethod | undefined;
  by: EventActor;
};

export type PayoutMethod = 'cash' | 'upi' | 'card';

/**
 * Refunds a part of an order's price, or all the rest, in a transaction that has locked the order's row; undefined when nothing
 * was paid yet. An online payment gets a provider refund, due from the commit on; as long as money is left the payment stays
 * consumed and the order paid. Collected cash, and less than a rupee of a delivered order, is recorded as paid out, and the
 * customer notified. Throws `refund_too_high`, with the sum in rupees as `left`, for more than the payment less earlier refunds
 * (done, requested or due), and invalid_input for less than a rupee of an order that is not delivered.
 */
export async function refundPart(client: PoolClient, refund: PartRefund): Promise<RefundParts | undefined> {
  const { orderId, amountPaise } = refund;
  const order = await one(READ_ORDER, { orderId }, client);
  if (!order) throw new Error(`Order ${orderId} has been deleted`);
  if (order.isDue) return undefined;

  const payment = await lockConsumedPayment(client, orderId);
  const left = { onlinePaise: payment?.leftPaise ?? 0, cashPaise: order.cashPaise };
  requireLeft(amountPaise, left.onlinePaise + left.cashPaise);
  const parts = splitRefund(amountPaise, left);
  if (parts.cashPaise > 0 && !order.isDelivered)
    throw invalidField('amount', 'must be at least one rupee to be refunded online');
  if (payment && parts.onlinePaise > 0) await refundOnline(client, { ...refund, payment, paise: parts.onlinePaise });
  if (parts.cashPaise === 0) return parts;

  const collectedPaise = Math.min(parts.cashPaise, left.cashPaise);
  for (const payout of toPayouts(collectedPaise, order.partsLeft, refund.payout))
    await payOut(client, { ...refund, ...payout });
  const payout = refund.payout ?? 'cash';
  await payOut(client, { ...refund, payout, paise: parts.cashPaise - collectedPaise, paymentId: payment?.id });
  if (!order.hasCustomer) return parts;
  const message = `${formatPaise(parts.cashPaise)} is refunded in cash`;
  const notice = { orderId, update: 'paid_out', message, totalPaise: parts.cashPaise } as const;
  await notifyOfUpdate(client, notice);
  return parts;
}

function requireLeft(amountPaise: number, leftPaise: number): void {
  if (amountPaise <= leftPaise) return;
  const text = leftPaise === 0 ? 'Nothing is left to refund.' : `At most ${formatPaise(leftPaise)} can be refunded.`;
  throw new DomainError('refund_too_high', text, { left: toRupees(leftPaise) });
}

type Payout = { payout: PayoutMethod; paise: number };
type PartLeft = { method: PayoutMethod | 'online'; paise: number };

/** `payout`: instead of how it was paid. Beside an online payment, it was cash. */
function toPayouts(paise: number, parts: PartLeft[], payout: PayoutMethod | undefined): Payout[] {
  if (payout) return [{ payout, paise }];
  let restPaise = paise;
  return parts.map(({ method, paise: leftPaise }, nr) => {
    const isLast = nr === parts.length - 1;
    const partPaise = isLast ? restPaise : Math.min(restPaise, Math.max(0, leftPaise));
    restPaise -= partPaise;
    return { payout: method === 'online' ? 'cash' : method, paise: partPaise };
  });
}

type OnlinePart = PartRefund & { payment: ConsumedPayment; paise: number };

async function refundOnline(client: PoolClient, { payment, paise, reason, text, by }: OnlinePart): Promise<void> {
  const source = by.actor === 'operator' ? 'operator' : 'order';
  const isPart = paise < payment.leftPaise;
  await decideRefund(client, { payment, source, amountPaise: paise, reason, text, by, isPart });
}

/** `paymentId`: whose money it was, where that was not cash. */
type CashPart = PartRefund & { payout: PayoutMethod; paise: number; paymentId?: number | undefined };

async function payOut(client: PoolClient, { paise, paymentId, by, ...part }: CashPart): Promise<void> {
  if (paise === 0) return;
  const { orderId, reason, text, payout: method } = part;
  await run(PAY_OUT, { orderId, paise, paymentId, reason, text, method, actorId: by.actorId }, client);
  await recordOrderEvent(client, { orderId, kind: 'refunded', ...by, details: { paise } });
}

type OrderToRefund = {
  isDue: boolean;
  hasCustomer: boolean;
  isDelivered: boolean;
  partsLeft: PartLeft[];
  cashPaise: number;
};

const READ_ORDER = sql<{ orderId: number }, OrderToRefund>(`
  SELECT o.payment_status = 'due' AS is_due, o.user_id IS NOT NULL AS has_customer, o.status = 'Delivered' AS is_delivered,
    ${PARTS_LEFT} AS parts_left, ${REFUNDABLE_CASH} AS cash_paise
  FROM orders o WHERE o.id = :orderId`);

type StoredPayout = Pick<CashPart, 'orderId' | 'paise' | 'reason'> & {
  paymentId: number | undefined;
  text: string | undefined;
  method: PayoutMethod;
  actorId: number | null;
};

const PAY_OUT = sql<StoredPayout>(`
  WITH payout AS (
    INSERT INTO cash_payouts (order_id, amount_paise, payment_id, reason, reason_text, method, actor_id)
    VALUES (:orderId, :paise, :paymentId, :reason, :text, :method, :actorId)
    RETURNING order_id, amount_paise
  )
  UPDATE orders SET refunded_paise = refunded_paise + payout.amount_paise
  FROM payout WHERE orders.id = payout.order_id`);
