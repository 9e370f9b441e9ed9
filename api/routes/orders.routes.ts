import * as api from '@haat/contract/api/orders';
import type { InvoiceView, OrderItemView, OrderView, PlacedOrderView } from '@haat/contract/api/orders';
import { toRupees } from '@haat/contract/rules/rupees';
import { advanceOrderStatus } from '@haat/core/services/orders/advance-order-status';
import { type Invoice, readInvoice, savedPaise } from '@haat/core/services/orders/invoice';
import { countShopOrders, listShopOrders, listUserOrders } from '@haat/core/services/orders/list-orders';
import type { OrderItemRecord, OrderRecord } from '@haat/core/services/orders/order-record';
import { type PlacedOrder, placeOrder } from '@haat/core/services/orders/place-order';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';

export const ordersRoutes: Route[] = [
  route(api.placeOrder, async ({ ctx, user: { userId }, body, key }) =>
    presentPlaced(await placeOrder({ userId, clientAddress: clientAddress(ctx.ip), body, idempotencyKey: key })),
  ),

  route(api.listOwnOrders, async ({ user, query }) => {
    const orders = await listUserOrders({ userId: user.userId, ...query });
    return orders.map(presentOrder);
  }),

  route(api.listShopOrders, async ({ user, params, query }) => {
    const orders = await listShopOrders({ by: user, shopId: params.shopId, ...query });
    return orders.map(presentOrder);
  }),

  route(api.countShopOrders, ({ user, params }) => countShopOrders(user, params.shopId)),

  route(api.getInvoice, async ({ user, params }) =>
    presentInvoice(await readInvoice({ orderId: params.id, by: user })),
  ),

  route(api.advanceOrder, async ({ user, params, body }) => {
    const { order, changed } = await advanceOrderStatus({ orderId: params.id, to: body.status, by: user });
    return { ...presentOrder(order), changed };
  }),
];

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

function presentInvoice({ shop, address, items, refund, ...invoice }: Invoice): InvoiceView {
  return {
    id: invoice.id,
    orderNumber: invoice.orderNumber,
    order_date: invoice.createdAt.toISOString(),
    order_status: invoice.status,
    payment_method: invoice.paymentMethod,
    payment_status: invoice.paymentStatus,
    total: toRupees(invoice.totalPaise),
    saved: toRupees(savedPaise(items)),
    takeaway: invoice.takeaway,
    customer_name: invoice.customerName,
    customer_phone: invoice.customerPhone,
    address: address && { street: address.street, city: address.city, zip: address.zip },
    shop: { slug: shop.slug, name: shop.name, address: shop.address, phone: shop.phone, gstin: shop.gstin },
    items: items.map(({ pricePaise, mrpPaise, ...item }) => ({
      ...item,
      price: toRupees(pricePaise),
      mrp: mrpPaise === null ? null : toRupees(mrpPaise),
    })),
    refund: refund && {
      amount: toRupees(refund.amountPaise),
      state: refund.state,
      at: new Date(refund.at).toISOString(),
    },
  };
}
