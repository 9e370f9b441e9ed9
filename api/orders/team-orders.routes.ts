import * as packing from '@haat/contract/orders/packing.calls';
import type { OrderToPackView } from '@haat/contract/orders/packing.calls';
import * as riding from '@haat/contract/orders/rider-orders.calls';
import type { RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import { toRupees } from '@haat/contract/rupees';
import { advanceDelivery, listRiderOrders, returnDelivery, type RiderOrder } from '@haat/core/orders/life/rider-orders';
import { listOrdersToPack, type OrderToPack, packOrder, type TeamOrder } from '@haat/core/orders/life/pack-orders';
import { type Route, route } from '../http/route.ts';

/** Orders as helpers and riders see them. */
export const teamOrdersRoutes: Route[] = [
  route(packing.listOrdersToPack, async ({ user, params }) => {
    const orders = await listOrdersToPack({ by: user, shopId: params.shopId });
    return orders.map(presentToPack);
  }),

  route(packing.packOrder, async ({ user, params: { shopId, id }, body: { status: to, code, age_ms: ageMs } }) =>
    presentToPack(await packOrder({ by: user, shopId, orderId: id, to, code, ageMs })),
  ),

  route(riding.listRiderOrders, async ({ user, params }) => {
    const orders = await listRiderOrders({ by: user, shopId: params.shopId });
    return orders.map(presentToRider);
  }),

  route(riding.advanceDelivery, async ({ user, params: { shopId, id }, body: { status: to, code, age_ms: ageMs } }) =>
    presentToRider(await advanceDelivery({ by: user, shopId, orderId: id, to, code, ageMs })),
  ),

  route(riding.returnDelivery, async ({ user, params: { shopId, id }, body }) =>
    presentToRider(await returnDelivery({ by: user, shopId, orderId: id, ...body })),
  ),
];

const factsOf = ({ id, orderNumber, createdAt, status, promisedAt, note, waits, asksCode }: TeamOrder) => ({
  id,
  orderNumber,
  order_date: createdAt.toISOString(),
  order_status: status,
  promised_at: promisedAt?.toISOString() ?? null,
  note,
  waits,
  asks_code: asksCode,
});

function presentToPack(order: OrderToPack): OrderToPackView {
  const { takeaway, customerName, items, toCollectPaise } = order;
  return {
    ...factsOf(order),
    takeaway,
    customer_name: customerName,
    items: items.map(({ packedGrams, ...item }) => ({ ...item, packed_grams: packedGrams })),
    to_collect: takeaway && toCollectPaise > 0 ? toRupees(toCollectPaise) : null,
  };
}

function presentToRider(order: RiderOrder): RiderOrderView {
  return {
    ...factsOf(order),
    mine: order.mine,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    address: order.address,
    item_count: order.itemCount,
    to_collect: order.toCollectPaise > 0 ? toRupees(order.toCollectPaise) : null,
  };
}
