import * as api from '@haat/contract/platform/operator-orders.calls';
import type { OperatorOrderView } from '@haat/contract/platform/operator-orders.calls';
import { toRupees } from '@haat/contract/rupees';
import { exportFoundOrders } from '@haat/core/platform/export-found-orders';
import { findOrders, type FoundOrder, summarizeOrders } from '@haat/core/platform/find-orders';
import { type Route, route } from '../http/route.ts';
import { presentRefundable } from '../orders/orders.routes.ts';

export const operatorOrdersRoutes: Route[] = [
  route(api.findOrders, async ({ query }) => (await findOrders(query)).map(presentOrder)),

  route(api.summarizeOrders, async ({ query }) => {
    const { orders, orderedOrders, orderedPaise, refundedPaise } = await summarizeOrders(query);
    return {
      orders,
      ordered_orders: orderedOrders,
      ordered: toRupees(orderedPaise),
      refunded: toRupees(refundedPaise),
    };
  }),

  route(api.exportFoundOrders, ({ query }) => exportFoundOrders(query)),
];

function presentOrder(order: FoundOrder): OperatorOrderView {
  const {
    id,
    orderNumber,
    createdAt,
    status,
    takeaway,
    paymentMethod,
    paymentStatus,
    totalPaise,
    refundedPaise,
    shop,
  } = order;
  return {
    id,
    orderNumber,
    order_date: createdAt.toISOString(),
    order_status: status,
    takeaway,
    payment_method: paymentMethod,
    payment_status: paymentStatus,
    total: toRupees(totalPaise),
    refunded: toRupees(refundedPaise),
    refundable: presentRefundable(order),
    shop,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    customer_email: order.customerEmail,
  };
}
