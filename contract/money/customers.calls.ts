import * as z from 'zod';
import { ORDER_CHANNELS } from '../orders/counter-sale.ts';
import { ORDER_SEARCH_MAX, ORDER_STATUSES } from '../orders/order-status.ts';
import { PAYMENT_STATUSES } from '../payments/payment.ts';
import { CUSTOMER_NOTE_MAX } from './shop-customer.ts';
import { id, idParam, multiLine, page, rupees, searchText, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ownShopParams } from '../shops/settings.calls.ts';

/** `id`: the id of any order of the customer at the shop. Shops never see the id of an account. */
export const customerParams = z.object({ shopId: idParam, id: idParam });

/**
 * `search`: digits of a phone or an order number, or part of a name. `after`: the id of the last customer of the previous page.
 */
export const customersQuery = page.extend({
  search: searchText(ORDER_SEARCH_MAX).min(1, 'must not be empty').optional(),
});

const summary = z.object({
  id: id.meta({ description: 'When they placed their latest order at the shop, by which the list is sorted' }),
  name: z.string().meta({ description: 'On their latest order' }),
  phone: z.string().nullable().meta({ description: 'On their latest order; in lists only its last four digits' }),
  has_account: z.boolean().meta({ description: 'False for a mobile number that was given at counter sales only' }),
  orders: z.number().int().min(1),
  ordered: rupees.meta({ description: 'Total of their orders, without those that ended undelivered' }),
  last_order: timestamp,
  blocked: z.boolean().meta({ description: 'Whether the shop has blocked this account' }),
  has_note: z.boolean(),
});

export const customerSummary = summary.meta({ id: 'CustomerSummary' });
export type CustomerSummary = z.infer<typeof customerSummary>;

/** A customer as one shop knows them: only from their orders at that shop. */
export const customerView = summary
  .extend({
    first_order: timestamp,
    note: z.string().nullable().meta({ description: "For the shop's members only" }),
    blocked_at: timestamp.nullable(),
  })
  .meta({ id: 'Customer' });
export type CustomerView = z.infer<typeof customerView>;

export const customerOrderView = z
  .object({
    id,
    orderNumber: z.string(),
    order_date: timestamp,
    order_status: z.enum(ORDER_STATUSES),
    channel: z.enum(ORDER_CHANNELS),
    takeaway: z.boolean(),
    payment_status: z.enum(PAYMENT_STATUSES),
    items: z.number().int(),
    total: rupees,
    refunded: rupees,
  })
  .meta({ id: 'CustomerOrder' });
export type CustomerOrderView = z.infer<typeof customerOrderView>;

/** Changes only the given fields; null removes the note. */
export const changeCustomerBody = z.object({
  note: multiLine(CUSTOMER_NOTE_MAX).min(1, 'must not be empty').nullable().optional(),
  blocked: z.boolean().optional(),
});
export type ChangeCustomerBody = z.infer<typeof changeCustomerBody>;

export const listCustomers = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/customers',
  access: 'customers',
  summary: "List a shop's customers, those with the latest orders first",
  description:
    'All accounts that ordered, and the mobile numbers that were given at counter sales. Deleted accounts are not listed.',
  params: ownShopParams,
  query: customersQuery,
  output: z.array(customerSummary),
});

export const getCustomer = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/customers/:id',
  access: 'customers',
  summary: 'Get a customer of a shop by the id of one of their orders',
  params: customerParams,
  output: customerView,
});

export const listCustomerOrders = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/customers/:id/orders',
  access: 'customers',
  summary: "List a customer's orders at the shop, newest first",
  params: customerParams,
  query: page,
  output: z.array(customerOrderView),
});

export const changeCustomer = endpoint({
  method: 'patch',
  path: '/api/shops/:shopId/customers/:id',
  access: 'customers',
  changes: ['/api/shops/:shopId/customers'],
  summary: 'Write a note about a customer, or block or unblock their account for the shop',
  description:
    'A blocked account gets `customer_blocked` when it orders; its open orders are not affected. A mobile number without an account cannot be blocked.',
  params: customerParams,
  body: changeCustomerBody,
  output: customerView,
});
