import * as api from '@haat/contract/money/customers.calls';
import type { CustomerOrderView, CustomerSummary, CustomerView } from '@haat/contract/money/customers.calls';
import { toRupees } from '@haat/contract/rupees';
import { maskedMobile } from '@haat/contract/money/shop-customer';
import { changeCustomer } from '@haat/core/money/change-customer';
import {
  type CustomerOrder,
  getCustomer,
  listCustomerOrders,
  listCustomers,
  type ShopCustomer,
} from '@haat/core/money/shop-customers';
import { type Route, route } from '../http/route.ts';

/** The customers of a shop, known to it by their orders. */
export const customersRoutes: Route[] = [
  route(api.listCustomers, async ({ user, params, query }) => {
    const customers = await listCustomers({ by: user, ...params, ...query });
    return customers.map((customer) => ({
      ...presentSummary(customer),
      phone: customer.phone === null ? null : maskedMobile(customer.phone),
    }));
  }),

  route(api.getCustomer, async ({ user, params }) => presentCustomer(await getCustomer({ by: user, ...params }))),

  route(api.listCustomerOrders, async ({ user, params, query }) =>
    (await listCustomerOrders({ by: user, ...params, ...query })).map(presentOrder),
  ),

  route(api.changeCustomer, async ({ user, params, body }) =>
    presentCustomer(await changeCustomer({ by: user, ...params, fields: body })),
  ),
];

const presentSummary = (customer: ShopCustomer): CustomerSummary => ({
  id: customer.id,
  name: customer.name,
  phone: customer.phone,
  has_account: customer.hasAccount,
  orders: customer.orders,
  ordered: toRupees(customer.orderedPaise),
  last_order: customer.lastOrderAt.toISOString(),
  blocked: customer.blockedAt !== null,
  has_note: customer.note !== null,
});

const presentCustomer = (customer: ShopCustomer): CustomerView => ({
  ...presentSummary(customer),
  first_order: customer.firstOrderAt.toISOString(),
  note: customer.note,
  blocked_at: customer.blockedAt?.toISOString() ?? null,
});

const presentOrder = (order: CustomerOrder): CustomerOrderView => ({
  id: order.id,
  orderNumber: order.orderNumber,
  order_date: order.createdAt.toISOString(),
  order_status: order.status,
  channel: order.channel,
  takeaway: order.takeaway,
  payment_status: order.paymentStatus,
  items: order.items,
  total: toRupees(order.totalPaise),
  refunded: toRupees(order.refundedPaise),
});
