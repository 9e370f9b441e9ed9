import * as packing from '@haat/contract/orders/packing.calls';
import * as riding from '@haat/contract/orders/rider-orders.calls';
import { advanceDelivery, listRiderOrders, returnDelivery, type RiderOrder } from '@haat/core/orders/life/rider-orders';
import { listOrdersToPack, type OrderToPack, packOrder } from '@haat/core/orders/life/pack-orders';
import { wire } from '@haat/core/lib/wire';
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

function presentToPack(order: OrderToPack) {
  const toCollectPaise = order.takeaway && order.toCollectPaise > 0 ? order.toCollectPaise : null;
  return wire(packing.orderToPackView, { ...order, toCollectPaise });
}

const presentToRider = (order: RiderOrder) =>
  wire(riding.riderOrderView, { ...order, toCollectPaise: order.toCollectPaise > 0 ? order.toCollectPaise : null });
