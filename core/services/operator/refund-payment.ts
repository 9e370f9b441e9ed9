import type { PaymentState } from '@haat/contract/rules/payment';
import { toRupees } from '@haat/contract/rules/rupees';
import { movePayment } from '@haat/machines/payment-state/payment-state.machine';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { addRefund, recordMoves } from '../payments/move-payment.ts';

type Request = { paymentId: number; actorId: number };

type Locked = {
  state: PaymentState;
  amountPaise: number;
  refundPaise: number | null;
  isUnderWay: boolean;
  orderId: number | null;
  orderNumber: string | null;
  shopId: number | null;
};

/**
 * Decides that the money of a payment goes back, for the operator: what an order has taken, or no order, or what the
 * provider has refused to give back before. The order stays with its shop, which is told in its activity. The worker does the
 * rest. Throws not_found, and status_not_allowed when there is nothing to give back or it is on its way.
 */
export async function refundPayment({ paymentId, actorId }: Request): Promise<void> {
  await inTransaction(async (client) => {
    const payment = await lock(client, paymentId);
    const { state, amountPaise, refundPaise, isUnderWay, shopId, orderNumber } = payment;
    if (movePayment(state, 'owe')) {
      const step = { event: 'owe', details: { reason: 'operator', by: actorId } } as const;
      await recordMoves(client, { payment: { id: paymentId, state }, source: 'operator', steps: [step] });
      await addRefund(client, paymentId, amountPaise);
      await client.query({ name: 'order-refund-due', text: ORDER_DUE, values: [payment.orderId] });
    } else if (state === 'refund_due' && !isUnderWay) {
      await addRefund(client, paymentId, refundPaise ?? amountPaise);
    } else {
      throw new DomainError('status_not_allowed', 'There is nothing to give back, or it is on its way already.');
    }
    if (shopId === null || orderNumber === null) return;
    const after = { total: toRupees(refundPaise ?? amountPaise) };
    await recordActivity(client, { shopId, actorId, action: 'order.refunded', subject: orderNumber, after });
  });
}

/** The order first and the payment then, as everybody locks them. */
async function lock(client: PoolClient, paymentId: number): Promise<Locked> {
  await client.query({ name: 'lock-order-of-payment', text: LOCK_ORDER, values: [paymentId] });
  const { rows } = await client.query<Locked>({ name: 'lock-payment-to-refund', text: LOCK, values: [paymentId] });
  if (!rows[0]) throw new DomainError('not_found', 'Payment not found');
  return rows[0];
}

const LOCK_ORDER = `
  SELECT FROM orders WHERE id = (SELECT order_id FROM payments WHERE id = $1) FOR NO KEY UPDATE`;

const LOCK = `
  SELECT p.state, p.amount_paise AS "amountPaise", p.order_id AS "orderId",
    (SELECT r.amount_paise FROM refunds r WHERE r.payment_id = p.id ORDER BY r.id DESC LIMIT 1) AS "refundPaise",
    EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed') AS "isUnderWay",
    o.order_number AS "orderNumber", o.shop_id AS "shopId"
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id
  WHERE p.id = $1 FOR NO KEY UPDATE OF p`;

const ORDER_DUE = `UPDATE orders SET payment_status = 'refund_due' WHERE id = $1 AND payment_status = 'paid'`;
