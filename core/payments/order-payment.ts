import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentProvider, PaymentStatus, RefundState } from '@haat/contract/payments/payment';
import { many, one, sql } from '../db/database.ts';
import { Payment } from '../db/payments.models.ts';
import { DomainError, GatewayError } from '../errors.ts';
import { settlePayment } from './settle-payment.ts';

/** How an order is paid. `canRetry`: its stock is still reserved for another attempt. */
export type OrderPayment = {
  orderId: number;
  orderNumber: string;
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  totalPaise: number;
  reservedUntil: Date | null;
  provider: PaymentProvider | null;
  /** The sum of all refunds; `refundState`: of one that is not done, if there is any. */
  refundPaise: number | null;
  refundState: RefundState | null;
  canRetry: boolean;
};

type OwnOrder = { userId: number; orderId: number };

/**
 * How the user's own order is paid, for a page that polls: while the payment is awaited the provider is asked, at most
 * every two seconds for all pages together. A provider that cannot be reached changes nothing. Throws not_found.
 */
export async function findOrderPayment(order: OwnOrder): Promise<OrderPayment> {
  const known = await readOrderPayment(order);
  if (known.paymentStatus !== 'awaiting') return known;
  const due = await many(CLAIM_CHECK, { orderId: order.orderId });
  if (due.length === 0) return known;
  await Promise.all(due.map(({ id }) => settlePayment({ paymentId: id, source: 'return' }).catch(ignoreGatewayError)));
  return readOrderPayment(order);
}

async function readOrderPayment(order: OwnOrder): Promise<OrderPayment> {
  const payment = await one(ORDER_PAYMENT, order);
  if (!payment) throw new DomainError('not_found', 'Order not found');
  return payment;
}

function ignoreGatewayError(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error;
}

// The payments of the order that were not checked in the last two seconds.
const CLAIM_CHECK = sql<{ orderId: number }, { id: number }>(`
  UPDATE payments SET asked_at = now()
  WHERE order_id = :orderId AND state IN ('created', 'failed') AND provider_order_id IS NOT NULL
    AND (asked_at IS NULL OR asked_at < now() - interval '2 seconds')
  RETURNING id`);

const ORDER_PAYMENT = sql<OwnOrder, OrderPayment>(
  `
  SELECT o.id AS order_id, o.order_number, o.status AS order_status, o.payment_status, o.total_paise, o.reserved_until,
    p.provider, r.amount_paise AS refund_paise, r.state AS refund_state,
    o.payment_status = 'awaiting' AND o.reserved_until > now() AS can_retry
  FROM orders o
  LEFT JOIN LATERAL (
    SELECT id, provider FROM payments WHERE order_id = o.id
    ORDER BY payment_rank(state) DESC, id DESC LIMIT 1
  ) p ON true
  CROSS JOIN LATERAL (
    SELECT sum(r.amount_paise)::bigint AS amount_paise,
      (array_agg(r.state ORDER BY r.state = 'done', r.id DESC))[1] AS state
    FROM refunds r JOIN payments paid ON paid.id = r.payment_id WHERE paid.order_id = o.id AND NOT r.is_retried
  ) r
  WHERE o.id = :orderId AND o.user_id = :userId`,
);

type Amount = { userId: number; totalPaise: number };

/**
 * A payment of the user over exactly this amount that no order has used, for a client that pays first and orders then. Settles
 * recent payments that may have been paid in the meantime. Throws GatewayError when a provider cannot be reached.
 */
export async function findUnusedPayment({ userId, totalPaise }: Amount): Promise<number | undefined> {
  const amount = { userId, totalPaise };
  const paid = await findUnusedPaid(amount);
  if (paid) return paid.id;
  for (const { id } of await many(RECENT_OPEN, amount)) await settlePayment({ paymentId: id, source: 'order' });
  // Also where there was none to settle: a concurrent request may have done so.
  return (await findUnusedPaid(amount))?.id;
}

const findUnusedPaid = ({ userId, totalPaise: amountPaise }: Amount) =>
  Payment.query().select('id').where({ orderId: null, state: 'paid', userId, amountPaise }).orderBy('id').first();

const RECENT_OPEN = sql<Amount, { id: number }>(`
  SELECT id FROM payments
  WHERE order_id IS NULL AND state = 'created' AND user_id = :userId AND amount_paise = :totalPaise
    AND provider_order_id IS NOT NULL AND created_at > now() - interval '30 minutes'
  ORDER BY id DESC LIMIT 3`);
