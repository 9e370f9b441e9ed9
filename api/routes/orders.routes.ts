import { Router } from '@koa/router';
import {
  type AdvancedOrderView,
  advanceStatusBody,
  type OrderCountsView,
  type OrderItemView,
  ordersQuery,
  type OrderView,
  type PlacedOrderView,
  placeOrderBody,
  shopOrdersParams,
  shopOrdersQuery,
} from '@haat/contract/api/orders.schema';
import { idParams } from '@haat/contract/api/common.schema';
import { toRupees } from '@haat/contract/rules/rupees';
import { advanceOrderStatus } from '@haat/core/services/orders/advance-order-status';
import { countShopOrders } from '@haat/core/services/orders/count-shop-orders';
import { listShopOrders } from '@haat/core/services/orders/list-shop-orders';
import { listUserOrders } from '@haat/core/services/orders/list-user-orders';
import type { OrderItemRecord, OrderRecord } from '@haat/core/services/orders/order-record';
import { type PlacedOrder, placeOrder } from '@haat/core/services/orders/place-order';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember, requireUser } from '../http/session.ts';

export const ordersRoutes = new Router<ApiState>({ prefix: '/api/orders' });

ordersRoutes.post('/', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const idempotencyKey = readIdempotencyKey(ctx);
  const body = parse(placeOrderBody, ctx.request.body);

  const order = await placeOrder({ userId, body, idempotencyKey });
  ctx.status = 201;
  ctx.body = presentPlaced(order);
});

ordersRoutes.get('/user', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const page = parse(ordersQuery, ctx.query);

  const orders = await listUserOrders({ userId, ...page });
  ctx.body = orders.map(presentOrder);
});

ordersRoutes.get('/shop/:shopId', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(shopOrdersParams, ctx.params);
  const page = parse(shopOrdersQuery, ctx.query);

  const orders = await listShopOrders({ by, shopId, ...page });
  ctx.body = orders.map(presentOrder);
});

ordersRoutes.get('/shop/:shopId/counts', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(shopOrdersParams, ctx.params);

  ctx.body = (await countShopOrders(by, shopId)) satisfies OrderCountsView;
});

ordersRoutes.patch('/:id/status', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  const { status } = parse(advanceStatusBody, ctx.request.body);

  const { order, changed } = await advanceOrderStatus({ orderId: id, to: status, by });
  ctx.body = { ...presentOrder(order), changed } satisfies AdvancedOrderView;
});

function presentPlaced({ id, orderNumber, status, totalPaise, opensAt }: PlacedOrder): PlacedOrderView {
  return {
    orderId: id,
    orderNumber,
    order_status: status,
    total: toRupees(totalPaise),
    ...(opensAt && { opens_at: opensAt.toISOString() }),
  };
}

function presentOrder(order: OrderRecord): OrderView {
  const { address } = order;
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    order_date: order.createdAt.toISOString(),
    order_status: order.status,
    payment_method: order.paymentMethod,
    payment_status: order.paymentStatus,
    total: toRupees(order.totalPaise),
    minordervalue: toRupees(order.minOrderPaise),
    takeaway: order.takeaway,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    address: address && { street: address.street, city: address.city, zip: address.zip },
    shop: order.shop,
    items: order.items.map(presentItem),
    steps: [
      { status: 'Pending', at: order.createdAt.toISOString() },
      ...order.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() })),
    ],
  };
}

function presentItem(record: OrderItemRecord): OrderItemView {
  const { productId, pricePaise, unit, sizeId, colorId, unitId, ...item } = record;
  const form = { unit, unit_type: unit, size_id: sizeId, color_id: colorId, unit_id: unitId };
  return { product_id: productId, price: toRupees(pricePaise), ...form, ...item };
}
