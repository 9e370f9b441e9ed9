import type { PaymentStatus } from '@haat/contract/rules/payment';
import { formatPaise, toRupees } from '@haat/contract/rules/rupees';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type EventActor, recordOrderEvent } from '../order-events/record-order-event.ts';
import { decideRefund, lockConsumedPayment, type PartReason } from './refunds.ts';

type PartRefund = {
  orderId: number;
  amountPaise: number;
  reason: PartReason;
  /** In the words of the shop or the operator, for the customer; at most 500 characters. */
  text?: string | undefined;
  by: EventActor;
};

/** How the money goes back: through the provider, in cash, or not at all because nothing was paid yet. */
export type RefundMeans = 'online' | 'cash' | 'none';

/**
 * Returns a part of what an order cost, or all that is left of it, in a transaction that has locked the order's row. What was
 * paid online becomes a refund of its provider, due from the commit on; as long as money is left the payment stays consumed and
 * the order paid. Cash that was collected is recorded as paid out. For cash that was not collected nothing happens. Throws
 * `refund_too_high`, with the sum in rupees that is `left`, for more than was paid less what was refunded before: done, requested
 * or due. Razorpay refunds no less than one rupee.
 */
export async function refundPart(client: PoolClient, refund: PartRefund): Promise<RefundMeans> {
  const order = await one(READ_ORDER, { orderId: refund.orderId }, client);
  if (!order) throw new Error(`Order ${refund.orderId} has been deleted`);
  if (order.paymentStatus === 'due') return 'none';
  if (order.paymentStatus !== 'collected') {
    await refundOnline(client, refund);
    return 'online';
  }
  requireLeft(refund.amountPaise, order.totalPaise - order.refundedPaise);
  await payOut(client, refund);
  return 'cash';
}

async function refundOnline(client: PoolClient, { orderId, amountPaise, reason, text, by }: PartRefund): Promise<void> {
  const payment = await lockConsumedPayment(client, orderId);
  const leftPaise = payment?.leftPaise ?? 0;
  requireLeft(amountPaise, leftPaise);
  if (!payment) return;
  const source = by.actor === 'operator' ? 'operator' : 'order';
  await decideRefund(client, { payment, source, amountPaise, reason, text, by, isPart: amountPaise < leftPaise });
}

function requireLeft(amountPaise: number, leftPaise: number): void {
  if (amountPaise <= leftPaise) return;
  const text = leftPaise === 0 ? 'Nothing is left to refund.' : `At most ${formatPaise(leftPaise)} can be refunded.`;
  throw new DomainError('refund_too_high', text, { left: toRupees(leftPaise) });
}

async function payOut(client: PoolClient, { orderId, amountPaise, reason, text, by }: PartRefund): Promise<void> {
  await run(PAY_OUT, { orderId, amountPaise, reason, text, actorId: by.actorId }, client);
  await recordOrderEvent(client, { orderId, kind: 'refunded', ...by, details: { paise: amountPaise } });
}

type OrderToRefund = { paymentStatus: PaymentStatus; totalPaise: number; refundedPaise: number };

const READ_ORDER = sql<{ orderId: number }, OrderToRefund>(
  'SELECT payment_status, total_paise, refunded_paise FROM orders WHERE id = :orderId',
);

type Payout = Omit<PartRefund, 'by'> & { actorId: number | null };

const PAY_OUT = sql<Payout>(`
  WITH payout AS (
    INSERT INTO cash_payouts (order_id, amount_paise, reason, reason_text, actor_id)
    VALUES (:orderId, :amountPaise, :reason, :text, :actorId)
    RETURNING order_id, amount_paise
  )
  UPDATE orders SET refunded_paise = refunded_paise + payout.amount_paise
  FROM payout WHERE orders.id = payout.order_id`);
