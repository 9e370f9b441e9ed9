import * as z from 'zod';
import { ORDER_SORTS } from './operator-lists.ts';
import { ORDER_STATUSES } from '../orders/order-status.ts';
import { PAYMENT_METHODS } from '../orders/counter-sale.ts';
import { PAYMENT_STATUSES } from '../payments/payment.ts';
import { id, idParam, page, refundableView, searchText, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, sortedBy } from './operator-list-query.calls.ts';

const filter = {
  search: searchText(100).optional().meta({
    description: "An order's number, a mobile number, part of an email address, or of the name or slug of a shop",
  }),
  status: z.enum(ORDER_STATUSES).optional(),
  payment_status: z.enum(PAYMENT_STATUSES).optional(),
  shop: idParam.optional(),
};

export const operatorOrderFilter = listQuery(filter);
export const operatorOrdersFileQuery = listQuery({ ...filter, ...sortedBy(ORDER_SORTS) });

/** `after`: the id of the last order of the previous page. At most 50. */
export const operatorOrdersQuery = listQuery({ ...filter, ...sortedBy(ORDER_SORTS), ...page.shape });

const money = z.number().min(0);

export const operatorOrderView = z
  .object({
    id,
    orderNumber: z.string(),
    order_date: timestamp,
    order_status: z.enum(ORDER_STATUSES),
    takeaway: z.boolean(),
    payment_method: z.enum(PAYMENT_METHODS),
    payment_status: z.enum(PAYMENT_STATUSES),
    total: money,
    refunded: money.meta({ description: 'The part of the total that was or is being refunded to the customer' }),
    refundable: refundableView,
    shop: z.object({ id, slug: z.string(), name: z.string().nullable() }),
    customer_name: z.string(),
    customer_phone: z.string().nullable(),
    customer_email: z.string().nullable().meta({ description: 'Null without one, and for a deleted account' }),
  })
  .meta({ id: 'OperatorOrder' });
export type OperatorOrderView = z.infer<typeof operatorOrderView>;

/** The sums of all orders that match a filter. */
export const operatorOrdersSummary = z
  .object({
    orders: z.number().int().min(0),
    ordered_orders: z.number().int().min(0).meta({ description: 'Those whose totals are in `ordered`' }),
    ordered: money.meta({
      description: 'Totals, without orders that were never paid online or ended before their delivery',
    }),
    refunded: money,
  })
  .meta({ id: 'OperatorOrdersSummary' });

export const findOrders = endpoint({
  method: 'get',
  path: '/api/operator/orders',
  access: 'operator',
  summary: 'Find orders of all shops by number, mobile number, email, shop, days and status, newest first or sorted',
  query: operatorOrdersQuery,
  output: z.array(operatorOrderView),
});

export const summarizeOrders = endpoint({
  method: 'get',
  path: '/api/operator/orders/summary',
  access: 'operator',
  summary: 'Get the sums of the orders that match a filter',
  query: operatorOrderFilter,
  output: operatorOrdersSummary,
});

export const exportFoundOrders = endpoint({
  method: 'get',
  path: '/api/operator/orders.csv',
  access: 'operator',
  summary: 'Export the orders that match a filter as CSV, without their customers',
  query: operatorOrdersFileQuery,
  file: 'text/csv',
});
