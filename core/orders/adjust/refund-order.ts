import type { OrderStatus } from '@haat/contract/orders/order-status';
import { MIN_ONLINE_PAISE } from '@haat/contract/payments/payment';
import { toRupees } from '@haat/contract/rupees';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import { inTransaction, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { isMemberWith, may } from '../../accounts/shop-rights.ts';
import { refundPart } from '../../payments/refund-part.ts';
import { REFUNDABLE_ONLINE } from '../../payments/refundable.sql.ts';
import { isFirstRequest } from '../repeated-request.ts';
import { IS_VISIBLE_TO_SHOP, type OrderRecord, SHOP_ORDER_RECORD } from '../order-record.ts';

type Request = { orderId: number; amountPaise: number; text: string; by: Session; key: string | undefined };

/**
 * Refunds a part of an order's price, as its shop or the operator decides, or the whole rest of an ended order. Once per
 * idempotency key. Throws not_found (also for orders of other shops), `refund_too_high` with the sum that is `left`,
 * status_not_allowed when nothing was paid or the order should be cancelled instead, and `idempotency_conflict`.
 */
export async function refundOrder({ orderId, amountPaise, text, by, key }: Request): Promise<OrderRecord> {
  await inTransaction(async (client) => {
    await run(LOCK_ORDER, { orderId }, client);
    const order = await one(READ_ORDER, { orderId }, client);
    if (!order || !may('orders', by, order.shopId)) throw new DomainError('not_found', 'Order not found');
    const { userId, actorId, sessionId } = by;
    const body = ['refund', amountPaise, text];
    if (!(await isFirstRequest(client, { userId, orderId, key, body }))) return;

    if (!isFinalStatus(order.status)) requireRest(order.leftPaise - amountPaise);
    const actor = isMemberWith('orders', by, order.shopId) ? 'shop' : 'operator';
    const refund = { orderId, amountPaise, reason: 'goodwill', text, by: { actor, actorId, sessionId } } as const;
    if (!(await refundPart(client, refund)))
      throw new DomainError('status_not_allowed', 'Nothing was paid for this order yet.');
    const after = { total: toRupees(amountPaise), reason: text };
    const { shopId, orderNumber: subject } = order;
    await recordActivity(client, { shopId, actorId, action: 'order.refunded', subject, after });
  });
  const order = await one(FIND_ORDER, { orderId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  return order;
}

/** If the order is cancelled later, the rest goes back through the provider, which refunds no less than a rupee. */
function requireRest(restPaise: number): void {
  if (restPaise < 0 || restPaise >= MIN_ONLINE_PAISE) return;
  const text = restPaise === 0 ? 'To refund all of it, cancel the order.' : 'Leave at least ₹1, or cancel the order.';
  throw new DomainError('status_not_allowed', text);
}

const LOCK_ORDER = sql<{ orderId: number }>('SELECT FROM orders WHERE id = :orderId FOR NO KEY UPDATE');

type OrderToRefund = { shopId: number; orderNumber: string; status: OrderStatus; leftPaise: number };

const READ_ORDER = sql<{ orderId: number }, OrderToRefund>(`
  SELECT o.shop_id, o.order_number, o.status, ${REFUNDABLE_ONLINE} AS left_paise FROM orders o
  WHERE o.id = :orderId AND ${IS_VISIBLE_TO_SHOP}`);

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(`${SHOP_ORDER_RECORD} WHERE o.id = :orderId`);
