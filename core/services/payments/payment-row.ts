import { PAYMENT_OVER, type PaymentProvider } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { PaidLine } from '../../gateways/payments/payment-gateway.ts';
import { findPayment, type PaymentRecord } from './payment-record.ts';

type Wanted = { order: { id: number }; provider: PaymentProvider; userId: number };

/**
 * The payment of an order through a provider that is still to be made: the open one, or a new one. However many ask at
 * once, there is one. Throws payment_unverified when the order is held no longer.
 */
export async function paymentFor({
  order,
  provider,
  userId,
}: Wanted): Promise<{ payment: PaymentRecord; isNew: boolean }> {
  const { rows } = await database().pool.query<{ id: number; isNew: boolean }>({
    name: 'payment-for-order',
    text: PAYMENT_FOR_ORDER,
    values: [order.id, provider, userId],
  });
  const found = rows[0] ?? (await openPaymentOf(order.id, provider));
  if (!found) throw new DomainError('payment_unverified', PAYMENT_OVER);
  return { payment: await findPayment({ paymentId: found.id }), isNew: found.isNew };
}

async function openPaymentOf(orderId: number, provider: PaymentProvider) {
  const { rows } = await database().pool.query<{ id: number; isNew: boolean }>(OPEN_PAYMENT, [orderId, provider]);
  return rows[0];
}

/** A payment of so much for no order yet. */
export async function addPayment(of: {
  provider: PaymentProvider;
  userId: number;
  amountPaise: number;
}): Promise<PaymentRecord> {
  const { rows } = await database().pool.query<{ id: number }>(
    'INSERT INTO payments (provider, user_id, amount_paise) VALUES ($1, $2, $3) RETURNING id',
    [of.provider, of.userId, of.amountPaise],
  );
  return findPayment({ paymentId: rows[0]?.id ?? 0 });
}

/** What an order is for, as it is shown where it is paid. */
export async function linesOfOrder(orderId: number): Promise<PaidLine[]> {
  const { rows } = await database().pool.query<PaidLine>({
    name: 'lines-of-order',
    text: `SELECT name || coalesce(' (' || nullif(concat_ws(', ', unit, size, color), '') || ')', '') AS name, quantity,
        unit_price_paise AS "pricePaise"
      FROM order_items WHERE order_id = $1 ORDER BY id`,
    values: [orderId],
  });
  return rows;
}

const HELD = `payment_status = 'awaiting' AND held_until > now()`;

const PAYMENT_FOR_ORDER = `
  INSERT INTO payments (provider, user_id, order_id, amount_paise)
  SELECT $2::text, $3::bigint, id, total_paise FROM orders WHERE id = $1::bigint AND user_id = $3::bigint AND ${HELD}
  ON CONFLICT (order_id, provider) WHERE state = 'created' DO NOTHING
  RETURNING id, true AS "isNew"`;

const OPEN_PAYMENT = `
  SELECT p.id, false AS "isNew" FROM payments p JOIN orders o ON o.id = p.order_id
  WHERE p.order_id = $1 AND p.provider = $2 AND p.state = 'created' AND ${HELD}`;
