import type { OrderReason } from '@haat/contract/orders/order-reasons';
import { many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { advanceOrderStatus, type HandOver } from './advance-order-status.ts';
import { endOrder } from './end-order.ts';
import { IS_VISIBLE_TO_SHOP } from '../order-record.ts';
import type { TeamOrder } from './pack-orders.ts';
import { CHANGED_JUST_NOW, FIRST_NAME, TEAM_ORDER_COLUMNS } from './team-order.sql.ts';

/**
 * `mine`: this rider has picked it up. Only while such an order is on its way it has the whole name, the note, the phone number and
 * the street; before that the first name and the city, and afterwards the first name.
 */
export type RiderOrder = TeamOrder & {
  mine: boolean;
  customerName: string;
  customerPhone: string | null;
  address: { street: string | null; city: string; zip: string } | null;
  itemCount: number;
};

const MOST = 200;

/** The deliveries that this rider carries and the ones that wait in the shop, oldest first. Throws `forbidden`. */
export async function listRiderOrders({ by, shopId }: { by: Session; shopId: number }): Promise<RiderOrder[]> {
  requireRight('deliveries', by, shopId);
  return many(LIST, { shopId, riderId: by.actorId, limit: MOST });
}

type Delivery = { by: Session; shopId: number; orderId: number };
type Advance = Delivery & HandOver & { to: 'In Transit' | 'Delivered' };

/**
 * Picks up a delivery that waits in the shop, or hands over one that the rider has picked up; its cash is theirs. Throws `forbidden`,
 * `not_found` for orders that the rider does not see, and what `advanceOrderStatus` does.
 */
export async function advanceDelivery({ by, shopId, orderId, to, ...how }: Advance): Promise<RiderOrder> {
  const order = await find({ by, shopId, orderId });
  if (!order.mine && to === 'Delivered') throw notPickedUp();
  await advanceOrderStatus({ orderId, to, by, ...how, permission: 'deliveries' });
  const moved = await one(FIND, { shopId, orderId, riderId: by.actorId });
  // Two who pick up the same order ask for the same status, and the second one changes nothing.
  if (!moved) throw new DomainError('status_not_allowed', 'Somebody else has picked up this order.');
  return moved;
}

const notPickedUp = () => new DomainError('status_not_allowed', 'Pick up the order first.');

type Return = Delivery & { reason: OrderReason; text?: string | undefined };

/** Ends a delivery that the rider has picked up and could not deliver. Throws the same, and what `endOrder` does. */
export async function returnDelivery({ by, shopId, orderId, reason, text }: Return): Promise<RiderOrder> {
  const order = await find({ by, shopId, orderId });
  if (!order.mine) throw notPickedUp();
  await endOrder({ orderId, exit: 'bringBack', by, reason, text, permission: 'deliveries' });
  return find({ by, shopId, orderId });
}

async function find({ by, shopId, orderId }: Delivery): Promise<RiderOrder> {
  requireRight('deliveries', by, shopId);
  const order = await one(FIND, { shopId, orderId, riderId: by.actorId });
  if (!order) throw new DomainError('not_found', 'Order not found');
  return order;
}

// Only the rider who picked an order up needs to know where its customer lives.
const IS_MINE = `(o.status <> 'Accepted' AND EXISTS (
    SELECT FROM order_events e WHERE e.order_id = o.id AND e.to_status = 'In Transit' AND e.actor_id = :riderId))`;

const RIDER_ORDERS = `
  SELECT ${TEAM_ORDER_COLUMNS}, rider.mine,
    CASE WHEN rider.carries THEN o.customer_name ELSE ${FIRST_NAME} END AS customer_name,
    CASE WHEN rider.carries THEN o.note END AS note,
    CASE WHEN rider.carries THEN coalesce(o.address ->> 'phone', o.customer_phone) END AS customer_phone,
    CASE WHEN o.status IN ('Accepted', 'In Transit') THEN json_build_object('city', o.address ->> 'city', 'zip', o.address ->> 'zip',
      'street', CASE WHEN rider.carries THEN o.address ->> 'street' END) END AS address,
    (SELECT sum(i.quantity) FROM order_items i WHERE i.order_id = o.id)::int AS item_count
  FROM orders o JOIN shops shop ON shop.id = o.shop_id CROSS JOIN LATERAL (SELECT ${IS_MINE} AS mine) picked_up
    CROSS JOIN LATERAL (SELECT picked_up.mine, picked_up.mine AND o.status = 'In Transit' AS carries) rider
  WHERE o.shop_id = :shopId AND NOT o.takeaway AND o.channel = 'online' AND ${IS_VISIBLE_TO_SHOP}
    AND (o.status = 'Accepted' OR rider.mine)`;

const LIST = sql<{ shopId: number; riderId: number; limit: number }, RiderOrder>(
  `${RIDER_ORDERS} AND o.status IN ('Accepted', 'In Transit') ORDER BY o.id LIMIT :limit`,
);

// Also one that has just been handed over or brought back, for a request that is repeated.
const FIND = sql<{ shopId: number; orderId: number; riderId: number }, RiderOrder>(
  `${RIDER_ORDERS} AND o.id = :orderId AND (o.status IN ('Accepted', 'In Transit') OR ${CHANGED_JUST_NOW})`,
);
