import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { PaymentProvider, PaymentStatus, RefundState } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError, GatewayError } from '../../errors.ts';
import { settlePayment } from './settle-payment.ts';

/** How the payment of an order stands; `canRetry`: its goods are still held for another try. */
export type OrderPayment = {
  orderId: number;
  orderNumber: string;
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  totalPaise: number;
  heldUntil: Date | null;
  provider: PaymentProvider | null;
  refundPaise: number | null;
  refundState: RefundState | null;
  canRetry: boolean;
};

type Asking = { userId: number; orderId: number };

/**
 * How the payment of an own order stands, for a page that waits for it: while it is awaited the provider is asked, every
 * two seconds at most however many pages wait. A provider that cannot be asked changes nothing. Throws not_found.
 */
export async function findOrderPayment(asking: Asking): Promise<OrderPayment> {
  const known = await readOrderPayment(asking);
  if (known.paymentStatus !== 'awaiting') return known;
  const due = await takeTurns(asking.orderId);
  if (due.length === 0) return known;
  await Promise.all(due.map((paymentId) => settlePayment({ paymentId, source: 'return' }).catch(unlessAway)));
  return readOrderPayment(asking);
}

async function readOrderPayment({ userId, orderId }: Asking): Promise<OrderPayment> {
  const { rows } = await database().pool.query<OrderPayment>({
    name: 'order-payment',
    text: ORDER_PAYMENT,
    values: [orderId, userId],
  });
  if (!rows[0]) throw new DomainError('not_found', 'Order not found');
  return rows[0];
}

/** The payments of the order that nobody has asked about in the last two seconds; they are ours to ask about now. */
async function takeTurns(orderId: number): Promise<number[]> {
  const { rows } = await database().pool.query<{ id: number }>(
    `UPDATE payments SET asked_at = now()
     WHERE order_id = $1 AND state IN ('created', 'failed') AND provider_order_id IS NOT NULL
       AND (asked_at IS NULL OR asked_at < now() - interval '2 seconds')
     RETURNING id`,
    [orderId],
  );
  return rows.map(({ id }) => id);
}

function unlessAway(error: unknown): void {
  if (!(error instanceof GatewayError)) throw error;
}

const ORDER_PAYMENT = `
  SELECT o.id AS "orderId", o.order_number AS "orderNumber", o.status AS "orderStatus",
    o.payment_status AS "paymentStatus", o.total_paise AS "totalPaise", o.held_until AS "heldUntil", p.provider,
    r.amount_paise AS "refundPaise", r.state AS "refundState",
    o.payment_status = 'awaiting' AND o.held_until > now() AS "canRetry"
  FROM orders o
  LEFT JOIN LATERAL (
    SELECT id, provider FROM payments WHERE order_id = o.id
    ORDER BY payment_rank(state) DESC, id DESC LIMIT 1
  ) p ON true
  LEFT JOIN LATERAL (
    SELECT r.amount_paise, r.state FROM refunds r JOIN payments paid ON paid.id = r.payment_id
    WHERE paid.order_id = o.id ORDER BY r.id DESC LIMIT 1
  ) r ON true
  WHERE o.id = $1 AND o.user_id = $2`;
