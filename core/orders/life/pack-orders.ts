import type { OrderStatus } from '@haat/contract/orders/order-status';
import { many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { advanceOrderStatus, type HandOver, notAllowed } from './advance-order-status.ts';
import { IS_VISIBLE_TO_SHOP } from '../order-record.ts';
import { CHANGED_JUST_NOW, FIRST_NAME, TEAM_ORDER_COLUMNS } from './team-order.sql.ts';

/** What helpers and riders both see of an order. `waits`: for an answer of its customer or its shop. */
export type TeamOrder = {
  id: number;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  promisedAt: Date | null;
  note: string | null;
  waits: boolean;
  asksCode: boolean;
  toCollectPaise: number;
};

/** `customerName`: the first name only. */
export type OrderToPack = TeamOrder & {
  takeaway: boolean;
  customerName: string;
  items: {
    id: number;
    name: string;
    size: string | null;
    color: string | null;
    unit: string | null;
    quantity: number;
    packedGrams: number | null;
  }[];
};

const MOST = 200;

/** The orders to pack in the shop, and the takeaways that are ready, oldest first. Throws `forbidden`. */
export async function listOrdersToPack({ by, shopId }: { by: Session; shopId: number }): Promise<OrderToPack[]> {
  requireRight('packing', by, shopId);
  return many(LIST, { shopId, limit: MOST });
}

type Packing = HandOver & { by: Session; shopId: number; orderId: number; to: 'Ready' | 'Delivered' };

/**
 * Makes a takeaway ready, or hands it over. Deliveries leave the shop with their rider. Throws `forbidden`, `not_found` for orders of
 * other shops, and what `advanceOrderStatus` does.
 */
export async function packOrder({ by, shopId, orderId, to, ...how }: Packing): Promise<OrderToPack> {
  requireRight('packing', by, shopId);
  const order = await find(shopId, orderId);
  if (!order.takeaway) throw notAllowed(order.status, to);
  await advanceOrderStatus({ orderId, to, by, ...how, permission: 'packing' });
  return find(shopId, orderId);
}

async function find(shopId: number, orderId: number): Promise<OrderToPack> {
  const order = await one(FIND, { shopId, orderId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  return order;
}

const ORDERS_TO_PACK = `
  SELECT ${TEAM_ORDER_COLUMNS}, o.note, ${FIRST_NAME} AS customer_name,
    (SELECT json_agg(json_build_object('id', i.id, 'name', i.name, 'size', i.size, 'color', i.color, 'unit', i.unit,
        'quantity', i.quantity, 'packedGrams', i.packed_grams) ORDER BY i.id)
      FROM order_items i WHERE i.order_id = o.id) AS items
  FROM orders o JOIN shops shop ON shop.id = o.shop_id
  WHERE o.shop_id = :shopId AND o.channel = 'online' AND ${IS_VISIBLE_TO_SHOP}`;

const LIST = sql<{ shopId: number; limit: number }, OrderToPack>(
  `${ORDERS_TO_PACK} AND (o.status = 'Accepted' OR (o.status = 'Ready' AND o.takeaway)) ORDER BY o.id LIMIT :limit`,
);

// Also one that has just been handed over, for a request that is repeated.
const FIND = sql<{ shopId: number; orderId: number }, OrderToPack>(
  `${ORDERS_TO_PACK} AND o.id = :orderId AND (o.status IN ('Accepted', 'Ready') OR ${CHANGED_JUST_NOW})`,
);
