import * as api from '@haat/contract/money/customers.calls';
import { maskedMobile } from '@haat/contract/money/shop-customer';
import { changeCustomer } from '@haat/core/money/change-customer';
import { getCustomer, listCustomerOrders, listCustomers, type ShopCustomer } from '@haat/core/money/shop-customers';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

/** The customers of a shop, known to it by their orders. */
export const customersRoutes: Route[] = [
  route(api.listCustomers, async ({ user, params, query }) => {
    const customers = await listCustomers({ by: user, ...params, ...query });
    const masked = customers.map((customer) => ({
      ...withFlags(customer),
      phone: customer.phone === null ? null : maskedMobile(customer.phone),
    }));
    return wire(api.customerSummary, masked);
  }),

  route(api.getCustomer, async ({ user, params }) => presentCustomer(await getCustomer({ by: user, ...params }))),

  route(api.listCustomerOrders, async ({ user, params, query }) =>
    wire(api.customerOrderView, await listCustomerOrders({ by: user, ...params, ...query })),
  ),

  route(api.changeCustomer, async ({ user, params, body }) =>
    presentCustomer(await changeCustomer({ by: user, ...params, fields: body })),
  ),
];

const presentCustomer = (customer: ShopCustomer) => wire(api.customerView, withFlags(customer));

const withFlags = (customer: ShopCustomer) => ({
  ...customer,
  isBlocked: customer.blockedAt !== null,
  hasNote: customer.note !== null,
});
