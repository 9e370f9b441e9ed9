import type { OrderStatus } from '@haat/contract/rules/order-status';
import { toRupees } from '@haat/contract/rules/rupees';
import { isFinalStatus } from '@haat/machines/order-status/order.machine';
import { inTransaction, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../auth/session.ts';
import { canManage, isMemberOf } from '../auth/shop-rights.ts';
import { refundPart } from '../payments/refund-part.ts';
import { isFirstRequest } from './order-actions.ts';
import { type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';

type Request = { orderId: number; amountPaise: number; text: string; by: Session; key: string | undefined };

/**
 * Returns a part of what an order cost, as its shop or the operator decides, or all that is left of one that has ended. Once per
 * idempotency key. Throws not_found (also for orders of other shops), `refund_too_high` with the sum that is `left`,
 * status_not_allowed when nothing was paid or the order should be cancelled instead, and `idempotency_conflict`.
 */
export async function refundOrder({ orderId, amountPaise, text, by, key }: Request): Promise<OrderRecord> {
  await inTransaction(async (client) => {
    await run(LOCK_ORDER, { orderId }, client);
    const order = await one(READ_ORDER, { orderId }, client);
    if (!order || !canManage(by, order.shopId)) throw new DomainError('not_found', 'Order not found');
    const { userId: actorId, sessionId } = by;
    const body = ['refund', amountPaise, text];
    if (!(await isFirstRequest(client, { userId: actorId, orderId, key, body }))) return;

    if (!isFinalStatus(order.status) && amountPaise === order.leftPaise)
      throw new DomainError('status_not_allowed', 'To refund all of it, cancel the order.');
    const actor = isMemberOf(by, order.shopId) ? 'shop' : 'operator';
    const refund = { orderId, amountPaise, reason: 'goodwill', text, by: { actor, actorId, sessionId } } as const;
    if ((await refundPart(client, refund)) === 'none')
      throw new DomainError('status_not_allowed', 'Nothing was paid for this order yet.');
    const after = { total: toRupees(amountPaise), reason: text };
    const { shopId, orderNumber: subject } = order;
    await recordActivity(client, { shopId, actorId, action: 'order.refunded', subject, after });
  });
  const order = await one(FIND_ORDER, { orderId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  return order;
}

const LOCK_ORDER = sql<{ orderId: number }>('SELECT FROM orders WHERE id = :orderId FOR NO KEY UPDATE', 'lock-order');

type OrderToRefund = { shopId: number; orderNumber: string; status: OrderStatus; leftPaise: number };

const READ_ORDER = sql<{ orderId: number }, OrderToRefund>(`
  SELECT shop_id, order_number, status, total_paise - cash_extra_paise - refunded_paise AS left_paise FROM orders
  WHERE id = :orderId AND payment_status NOT IN ('awaiting', 'expired')`);

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(`${SHOP_ORDER_RECORD} WHERE o.id = :orderId`);
