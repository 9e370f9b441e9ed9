import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import { endpoint } from './endpoint.ts';
import { MAX_LINES, MAX_QUANTITY, parseCartLineId } from '../rules/cart.ts';
import { MAX_ORDER_COUNT, ORDER_SEARCH_MAX, ORDER_STATUSES } from '../rules/order-status.ts';
import { PAYMENT_STATUSES } from '../rules/payment.ts';
import { id, idParam, idParams, singleLine, timestamp, page, rupees } from './common.ts';

const named = z.union([z.string().max(200), z.looseObject({ name: z.string().max(200) })]).nullish();

/** Only `id`, `quantity` and `price` are used; the other fields are accepted because clients send their whole lines. */
export const orderLine = z.object({
  id: z
    .string()
    .max(64)
    .refine((text) => parseCartLineId(text) !== undefined, 'is not a valid cart line id'),
  quantity: z.number().int().min(1).max(MAX_QUANTITY),
  price: rupees,
  name: z.string().max(300).optional(),
  image: z.string().max(2000).nullish(),
  shopId: id.optional(),
  unit_id: z.number().nullish(),
  unit_type: z.string().max(200).nullish(),
  size: named,
  color: named,
  unit: named,
});

/** Either the id of one of the customer's addresses, or the address itself; the order stores a copy. */
const orderAddress = z.looseObject({
  id: id.optional(),
  name: z.string().max(100).optional(),
  street: z.string().max(200).optional(),
  city: z.string().max(100).optional(),
  zip: z.string().max(12).optional(),
  phone: z.string().max(20).optional(),
});

export const placeOrderBody = z
  .object({
    items: z.array(orderLine).min(1).max(MAX_LINES),
    total: rupees,
    address: orderAddress.nullable(),
    paymentMethod: z.enum(['cod', 'online']),
    takeaway: z.boolean(),
    orderDate: singleLine(40).optional().meta({ description: 'Stored for reference; the server sets the order date' }),
  })
  .meta({ id: 'PlaceOrder' });
export type PlaceOrderBody = z.infer<typeof placeOrderBody>;

export const orderItemView = z.object({
  product_id: id,
  name: z.string(),
  price: rupees,
  quantity: z.number().int(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  unit: z.string().nullable(),
  unit_type: z.string().nullable(),
  image: z.string().nullable(),
  size_id: id.nullable(),
  color_id: id.nullable(),
  unit_id: id.nullable(),
});

export const orderView = z
  .object({
    id,
    orderNumber: z.string(),
    order_date: timestamp,
    order_status: z.enum(ORDER_STATUSES),
    payment_method: z.enum(['cod', 'online']),
    payment_status: z.enum(PAYMENT_STATUSES),
    total: rupees,
    minordervalue: rupees.meta({ description: "The shop's minimum when the order was placed" }),
    takeaway: z.boolean(),
    customer_name: z.string(),
    customer_phone: z.string().nullable(),
    address: z.object({ street: z.string(), city: z.string(), zip: z.string() }).nullable(),
    shop: z.object({ id, slug: z.string(), name: z.string().nullable(), phone: z.string().nullable() }),
    items: z.array(orderItemView),
    steps: z
      .array(z.object({ status: z.enum(ORDER_STATUSES), at: timestamp, by: z.string().optional() }))
      .meta({ description: 'When each status was reached; for members of the shop also by whom' }),
  })
  .meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderView>;
export type OrderItemView = z.infer<typeof orderItemView>;

/** An order as its invoice shows it: names and prices as they were when it was placed, the shop as it is now. */
export const invoiceView = z
  .object({
    id,
    orderNumber: z.string(),
    order_date: timestamp,
    order_status: z.enum(ORDER_STATUSES),
    payment_method: z.enum(['cod', 'online']),
    payment_status: z.enum(PAYMENT_STATUSES),
    total: rupees,
    saved: rupees.meta({ description: 'How much less than the printed maximum prices (MRP) was paid' }),
    takeaway: z.boolean(),
    customer_name: z.string(),
    customer_phone: z.string().nullable(),
    address: z.object({ street: z.string(), city: z.string(), zip: z.string() }).nullable(),
    shop: z.object({
      slug: z.string(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      phone: z.string().nullable(),
      gstin: z.string().nullable(),
    }),
    items: z.array(
      z.object({
        name: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        unit: z.string().nullable(),
        quantity: z.number().int(),
        price: rupees,
        mrp: rupees.nullable(),
      }),
    ),
    refund: z.object({ amount: rupees, state: z.enum(['due', 'requested', 'done']), at: timestamp }).nullable(),
  })
  .meta({ id: 'Invoice' });
export type InvoiceView = z.infer<typeof invoiceView>;

export const placedOrderView = z.object({
  orderId: id,
  orderNumber: z.string(),
  order_status: z.enum(ORDER_STATUSES),
  total: rupees,
  opens_at: timestamp.optional().meta({ description: 'Set when the shop is closed now' }),
});
export type PlacedOrderView = z.infer<typeof placedOrderView>;

/** The details of a 409 `price_changed` or `out_of_stock`: the cart at the shop's current prices and stock. */
export const currentLine = z.object({
  id: z.string(),
  name: z.string(),
  price: rupees,
  quantity: z.number().int(),
  stock: z.number().int(),
});
export const cartConflict = z.object({ lines: z.array(currentLine), total: rupees });
export type CartConflict = z.infer<typeof cartConflict>;

export const shopOrdersParams = z.object({ shopId: idParam });
export const ordersQuery = page;

/** A shop's orders of one status, or those whose number or phone contains the digits of `search`. */
export const shopOrdersQuery = page.extend({
  status: z.enum(ORDER_STATUSES).optional(),
  search: singleLine(ORDER_SEARCH_MAX).optional(),
});

const count = z.number().int().min(0).max(MAX_ORDER_COUNT);
export const orderCountsView = z
  .object({ Pending: count, Accepted: count, 'In Transit': count, Delivered: count })
  .meta({
    id: 'OrderCounts',
    description: `How many orders have each status; ${MAX_ORDER_COUNT} means that many or more`,
  });
export type OrderCountsView = z.infer<typeof orderCountsView>;

export const advanceStatusBody = z.object({ status: z.enum(ORDER_STATUSES) });
export const advancedOrderView = orderView.extend({ changed: z.boolean() }).meta({ id: 'AdvancedOrder' });
export type AdvancedOrderView = z.infer<typeof advancedOrderView>;

/** The errors of an order request that is not accepted. */
export const ORDER_REJECTIONS = [
  'not_found',
  'mixed_shops',
  'price_changed',
  'out_of_stock',
  'above_max_quantity',
  'below_min_order',
  'out_of_delivery_area',
  'shop_closed',
  'idempotency_conflict',
  'payment_unverified',
  'rate_limited',
] as const satisfies ErrorCode[];

export const placeOrder = endpoint({
  method: 'post',
  path: '/api/orders',
  access: 'user',
  summary: 'Place an order',
  isIdempotent: true,
  body: placeOrderBody,
  status: 201,
  output: placedOrderView,
  errors: ORDER_REJECTIONS,
});

export const listOwnOrders = endpoint({
  method: 'get',
  path: '/api/orders/user',
  access: 'user',
  summary: "List the user's orders, newest first",
  query: ordersQuery,
  output: z.array(orderView),
});

export const listShopOrders = endpoint({
  method: 'get',
  path: '/api/orders/shop/:shopId',
  access: 'member',
  summary: "List a shop's orders, newest first",
  params: shopOrdersParams,
  query: shopOrdersQuery,
  output: z.array(orderView),
});

export const countShopOrders = endpoint({
  method: 'get',
  path: '/api/orders/shop/:shopId/counts',
  access: 'member',
  summary: "Count a shop's orders by status",
  params: shopOrdersParams,
  output: orderCountsView,
});

export const advanceOrder = endpoint({
  method: 'patch',
  path: '/api/orders/:id/status',
  access: 'member',
  summary: 'Move an order to its next status',
  params: idParams,
  body: advanceStatusBody,
  output: advancedOrderView,
  errors: ['status_not_allowed'],
});

export const getInvoice = endpoint({
  method: 'get',
  path: '/api/orders/:id/invoice',
  access: 'user',
  summary: 'Get the invoice of an order, as its customer, a member of its shop or the operator',
  params: idParams,
  output: invoiceView,
});
