import type { OrderStatus } from '@haat/contract/rules/order-status';
import { opensAt } from '@haat/contract/rules/opening-hours';
import type { StoredOrder } from './find-earlier-order.ts';
import { placePaidOrder } from './place-paid-order.ts';
import { storeOrder, tooBusy } from './store-order.ts';
import { type OrderRequest, readWantedOrder } from './wanted-order.ts';

/** `opensAt`: when the shop opens, if it was closed as the order was placed. */
export type PlacedOrder = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  totalPaise: number;
  opensAt: Date | undefined;
};

/**
 * Places an order at the prices and stocks of the database, once per idempotency key and, without one, once per cart in
 * ten seconds: a repeated request is answered like the first. Nothing is stored unless all of it is. What is paid online
 * is placed with money that is there, or was placed when its payment began. Throws invalid_input, mixed_shops, not_found,
 * price_changed, out_of_stock (both with the cart as it stands), below_min_order, shop_closed, idempotency_conflict,
 * payment_unverified. Spec sections 4 and 5.
 */
export async function placeOrder(request: OrderRequest): Promise<PlacedOrder> {
  const wanted = readWantedOrder(request);
  if (wanted.paymentMethod === 'online') return presentPlaced(await placePaidOrder(wanted));

  const placed = await storeOrder({ wanted, money: 'cod' });
  if (!placed) throw tooBusy();
  return presentPlaced(placed);
}

function presentPlaced({ id, orderNumber, status, totalPaise, createdAt, ...shop }: StoredOrder): PlacedOrder {
  const hours = { open_time: shop.openTime, close_time: shop.closeTime, time_zone: shop.timeZone };
  return { id, orderNumber, status, totalPaise, opensAt: opensAt(hours, createdAt) };
}
