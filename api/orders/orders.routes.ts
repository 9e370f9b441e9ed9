import * as ends from '@haat/contract/orders/order-ends.calls';
import { isSealed } from '@haat/contract/orders/adjustment';
import * as api from '@haat/contract/orders/orders.calls';
import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { endOrder } from '@haat/core/orders/life/end-order';
import { answerCancellation, requestCancellation } from '@haat/core/orders/life/cancellation-request';
import { countShopOrders, listShopOrders } from '@haat/core/orders/list-orders';
import { listOrderedShops, listUserOrders } from '@haat/core/orders/list-user-orders';
import type { OrderRecord, OrderStepRecord } from '@haat/core/orders/order-record';
import { promiseTime } from '@haat/core/orders/life/promised-time';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { showsPickupCode } from '@haat/machines/orders/hand-over';
import { wire } from '@haat/core/lib/wire';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';

const EXITS = [
  [ends.declineOrder, 'decline'],
  [ends.cancelOrder, 'cancel'],
] as const;

export const ordersRoutes: Route[] = [
  route(api.placeOrder, async ({ ctx, user: { userId }, body, key }) => {
    const placed = await placeOrder({ userId, clientAddress: clientAddress(ctx.ip), body, idempotencyKey: key });
    return wire(api.placedOrderView, { ...placed, orderId: placed.id });
  }),

  route(api.listOwnOrders, async ({ user, query }) => {
    const orders = await listUserOrders({ userId: user.userId, ...query });
    return orders.map(presentOrder);
  }),

  route(api.listOrderedShops, ({ user }) => listOrderedShops(user.userId)),

  route(api.listShopOrders, async ({ user, params, query }) => {
    const orders = await listShopOrders({ by: user, shopId: params.shopId, ...query });
    return orders.map(presentOrder);
  }),

  route(api.countShopOrders, ({ user, params }) => countShopOrders(user, params.shopId)),

  route(api.advanceOrder, async ({ user, params, body }) => {
    const { order, changed } = await advanceOrderStatus({
      orderId: params.id,
      to: body.status,
      by: user,
      readyInMinutes: body.ready_in_minutes,
      code: body.code,
      ageMs: body.age_ms,
    });
    return { ...presentOrder(order), changed };
  }),

  ...EXITS.map(([endpoint, exit]) =>
    route(endpoint, async ({ user, params, body }) => {
      const { order, changed } = await endOrder({ orderId: params.id, exit, by: user, ...body });
      return { ...presentOrder(order), changed };
    }),
  ),

  route(ends.returnOrder, async ({ user, params, body: { written_off: lines, ...why } }) => {
    const writtenOff = lines?.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const { order, changed } = await endOrder({ orderId: params.id, exit: 'bringBack', by: user, ...why, writtenOff });
    return { ...presentOrder(order), changed };
  }),

  route(ends.requestCancellation, async ({ user, params, body }) => {
    const { order, changed } = await requestCancellation({ orderId: params.id, by: user, ...body });
    return { ...presentOrder(order), changed };
  }),

  route(api.promiseTime, async ({ user, params, body }) =>
    presentOrder(await promiseTime({ orderId: params.id, by: user, readyInMinutes: body.ready_in_minutes })),
  ),

  route(ends.answerCancellation, async ({ user, params, body }) => {
    const { order, changed } = await answerCancellation({ orderId: params.id, by: user, ...body });
    return { ...presentOrder(order), changed };
  }),
];

export function presentOrder(order: OrderRecord) {
  const placed: OrderStepRecord = { status: 'Pending', at: order.createdAt.toISOString() };
  return wire(api.orderView, {
    ...order,
    items: order.items.map((item) => ({ ...item, ...(isSealed(item) && { sealed: true as const }) })),
    refundable: refundableOf(order),
    steps: [placed, ...order.steps],
    cancelUntil: order.graceEndsAt,
    pickupCode: showsPickupCode(order) ? order.pickupCode : null,
  });
}

export const refundableOf = (order: Pick<OrderRecord, 'refundableOnlinePaise' | 'refundableCashPaise'>) => ({
  onlinePaise: order.refundableOnlinePaise,
  cashPaise: order.refundableCashPaise,
});
