import type { PaymentProvider, PaymentState, PaymentStatus } from '@haat/contract/rules/payment';
import type { Pool, PoolClient } from 'pg';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';

/** A payment with what is known of its order, if it has one. */
export type PaymentRecord = {
  id: number;
  token: string;
  provider: PaymentProvider;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  url: string | null;
  userId: number;
  amountPaise: number;
  state: PaymentState;
  createdAt: Date;
  orderId: number | null;
  orderNumber: string | null;
  paymentStatus: PaymentStatus | null;
};

const PAYMENT_RECORD = `
  SELECT p.id, p.token, p.provider, p.provider_order_id AS "providerOrderId",
    p.provider_payment_id AS "providerPaymentId", p.url, p.user_id AS "userId", p.amount_paise AS "amountPaise", p.state,
    p.created_at AS "createdAt", p.order_id AS "orderId", o.order_number AS "orderNumber",
    o.payment_status AS "paymentStatus"
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id`;

/** How a payment is named: by us, or by its provider. */
export type PaymentName = { paymentId: number } | { provider: PaymentProvider; providerOrderId: string };

/** The payment of that name. Throws not_found. */
export async function findPayment(name: PaymentName, on: Pool | PoolClient = database().pool): Promise<PaymentRecord> {
  const [condition, ...values] =
    'paymentId' in name
      ? ['p.id = $1', name.paymentId]
      : ['p.provider = $1 AND p.provider_order_id = $2', name.provider, name.providerOrderId];
  const { rows } = await on.query<PaymentRecord>(`${PAYMENT_RECORD} WHERE ${condition}`, values);
  const payment = rows[0];
  if (!payment) throw new DomainError('not_found', 'Payment not found');
  return payment;
}

/** All payments of an order, the oldest first. */
export async function paymentsOfOrder(orderId: number): Promise<PaymentRecord[]> {
  const text = `${PAYMENT_RECORD} WHERE p.order_id = $1 ORDER BY p.id`;
  const { rows } = await database().pool.query<PaymentRecord>({ name: 'payments-of-order', text, values: [orderId] });
  return rows;
}

/** Our name for a payment at its provider. */
export const referenceOf = ({ id, token }: Pick<PaymentRecord, 'id' | 'token'>): string =>
  `haat-payment-${id}-${token}`;
