import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS, OWN_ORDER_PATHS } from '../changes.ts';
import { orderItemView, proposalView, revisionView } from './order-lines.calls.ts';
import { MAX_LINES, MAX_QUANTITY, parseCartLineId } from './cart.ts';
import { COUNTER_METHODS, ORDER_CHANNELS, PAYMENT_METHODS } from './counter-sale.ts';
import { CANCELLATION_STATES, ORDER_ACTORS, ORDER_REASONS } from './order-reasons.ts';
import {
  MAX_ORDER_COUNT,
  ORDER_SEARCH_MAX,
  ORDER_STATUSES,
  type OrderStatus,
  SHOP_ORDER_GROUPS,
} from './order-status.ts';
import { ORDER_SETTINGS } from '../shops/shop-settings.ts';
import { ORDER_GROUP_FILTERS, ORDER_PERIODS, OWN_ORDER_SEARCH_MAX } from './order-list.ts';
import { PROBLEM_STATES } from './order-problems.ts';
import { PAYMENT_STATUSES } from '../payments/payment.ts';
import { CONTACT_NAME_MAX } from '../accounts/contact.ts';
import { isPickupCode } from './pickup-code.ts';
import { IF_UNAVAILABLE, NOTE_MAX } from './order-terms.ts';
import {
  id,
  idParam,
  idParams,
  mobile,
  plainText,
  searchText,
  singleLine,
  slug,
  stepAge,
  timestamp,
  page,
  refundableView,
  rupees,
} from '../common.ts';

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
    note: plainText.nullish().meta({ description: `For the shop, at most ${NOTE_MAX} characters` }),
    if_unavailable: z
      .enum(IF_UNAVAILABLE)
      .optional()
      .meta({ description: 'What the shop should do if an item is not available; call_me if missing' }),
    customer_name: singleLine(CONTACT_NAME_MAX)
      .nullish()
      .meta({ description: "Who picks up a takeaway; the profile's name if missing. A delivery has the address's" }),
    customer_phone: mobile.nullish().meta({ description: 'The mobile number of that person, likewise' }),
    orderDate: singleLine(40).optional().meta({ description: 'Stored for reference; the server sets the order date' }),
  })
  .meta({ id: 'PlaceOrder' });
export type PlaceOrderBody = z.infer<typeof placeOrderBody>;

export const paymentParts = z
  .array(z.object({ method: z.enum(COUNTER_METHODS), amount: rupees }))
  .max(COUNTER_METHODS.length)
  .meta({ description: 'The parts of a split payment; they add up to the total' });

export const orderFacts = {
  id,
  orderNumber: z.string(),
  order_date: timestamp,
  order_status: z.enum(ORDER_STATUSES),
  channel: z.enum(ORDER_CHANNELS).meta({ description: 'Ordered in the storefront, or sold over the counter' }),
  payment_method: z.enum(PAYMENT_METHODS),
  payments: paymentParts.optional(),
  payment_status: z.enum(PAYMENT_STATUSES),
  total: rupees,
  refunded: rupees.meta({ description: 'The part of the total that was or is being refunded to the customer' }),
};
export const cashExtra = rupees.meta({
  description: 'The part of the total that is paid in cash although the order was paid online',
});
export const revision = z
  .number()
  .int()
  .meta({ description: 'Starts at 1; every change of the lines makes a new one' });
export const handover = {
  takeaway: z.boolean(),
  customer_name: z.string(),
  customer_phone: z.string().nullable(),
  address: z.object({ street: z.string(), city: z.string(), zip: z.string() }).nullable(),
};

export const orderView = z
  .object({
    ...orderFacts,
    version: z.number().int().optional().meta({
      description: 'For members of the shop: of two answers, the one with the greater version is the newer one',
    }),
    refundable: refundableView,
    minordervalue: rupees.meta({ description: "The shop's minimum when the order was placed" }),
    ...handover,
    note: z.string().nullable().meta({ description: "The customer's note for the shop" }),
    shop: z.object({ id, slug: z.string(), name: z.string().nullable(), phone: z.string().nullable() }),
    items: z.array(orderItemView),
    steps: z
      .array(
        z.object({
          status: z.enum(ORDER_STATUSES),
          actor: z.enum(ORDER_ACTORS).optional(),
          reason: z.enum(ORDER_REASONS).optional(),
          text: z.string().optional(),
          by: z.string().optional(),
          at: timestamp,
        }),
      )
      .meta({
        description:
          'When each status was reached, and why; for members of the shop also by whom, unless the operator did it for them',
      }),
    accept_by: timestamp
      .nullable()
      .meta({ description: 'Until when the shop can accept a Pending order; set a few seconds after it is placed' }),
    promised_at: timestamp.nullable().meta({ description: 'When the shop promised the order to be ready' }),
    unanswered_from: timestamp
      .nullable()
      .meta({ description: 'From when a Pending order counts as not answered yet: half of its time to be accepted' }),
    cancel_until: timestamp.nullable().meta({ description: 'Until when the customer can cancel the accepted order' }),
    report_until: timestamp
      .nullable()
      .meta({ description: 'Until when the customer can report a problem; null before the delivery' }),
    hold_until: timestamp.nullable().meta({
      description: 'Until when a takeaway that is ready is kept; afterwards the shop can cancel it as not collected',
    }),
    asks_code: z.boolean().meta({ description: 'Whether the shop hands the order over with the pickup code only' }),
    pickup_code: z
      .string()
      .nullable()
      .meta({ description: 'For the customer, from when the order is accepted, if the shop asks for it: four digits' }),
    problems: z
      .array(z.object({ id, number: z.string(), state: z.enum(PROBLEM_STATES) }))
      .meta({ description: 'What the customer has reported, newest first' }),
    replaces: z
      .object({ id, orderNumber: z.string() })
      .nullable()
      .meta({ description: 'The delivered order that this one replaces at no charge' }),
    cancellation: z
      .object({
        state: z.enum(CANCELLATION_STATES),
        reason: z.enum(ORDER_REASONS),
        text: z.string().optional(),
        at: timestamp,
        answer_by: timestamp,
      })
      .nullable()
      .meta({
        description: "The customer's request to cancel the order later than that; without an answer it is refused",
      }),
    if_unavailable: z
      .enum(IF_UNAVAILABLE)
      .meta({ description: 'What the customer chose for items that are not available' }),
    revision,
    revisions: z.array(revisionView).meta({ description: 'The earlier ones, oldest first' }),
    cash_extra: cashExtra,
    proposal: proposalView.nullable(),
  })
  .meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderView>;

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

/** Filters of the user's own orders: by group, shop and period, and by number or product name. */
export const ownOrdersQuery = page.extend({
  group: z.enum(ORDER_GROUP_FILTERS, `must be one of: ${ORDER_GROUP_FILTERS.join(', ')}`).optional(),
  shop: slug.optional(),
  period: z.enum(ORDER_PERIODS, `must be one of: ${ORDER_PERIODS.join(', ')}`).optional(),
  search: z
    .string()
    .max(OWN_ORDER_SEARCH_MAX, `must have at most ${OWN_ORDER_SEARCH_MAX} characters`)
    .pipe(searchText(OWN_ORDER_SEARCH_MAX).min(1, 'must not be empty'))
    .optional(),
});

export const orderedShopView = z.object({ id, slug: z.string(), name: z.string().nullable() });
export type OrderedShopView = z.infer<typeof orderedShopView>;

/** A shop's orders of one status, or the orders whose number or phone contains the digits of `search`. */
export const shopOrdersQuery = page.extend({
  status: z.enum(ORDER_STATUSES).optional(),
  group: z.enum(SHOP_ORDER_GROUPS).optional().meta({
    description: 'open: orders that have not ended, oldest first; done: orders that have ended, newest first',
  }),
  search: searchText(ORDER_SEARCH_MAX).min(1, 'must not be empty').optional(),
});

const count = z.number().int().min(0).max(MAX_ORDER_COUNT);
export const orderCountsView = z
  .object(Object.fromEntries(ORDER_STATUSES.map((status) => [status, count])) as Record<OrderStatus, typeof count>)
  .meta({
    id: 'OrderCounts',
    description: `How many orders have each status; ${MAX_ORDER_COUNT} means that many or more`,
  });
export type OrderCountsView = z.infer<typeof orderCountsView>;

const readyInMinutes = z.number().int().min(1).max(ORDER_SETTINGS.preparation_minutes.max);
export const advanceStatusBody = z.object({
  status: z.enum(ORDER_STATUSES),
  ready_in_minutes: readyInMinutes
    .optional()
    .meta({ description: 'Of an order that is accepted: when it is ready; the usual time of the shop if missing' }),
  code: z
    .string()
    .refine(isPickupCode, 'must be four digits')
    .optional()
    .meta({ description: 'Of an order that is handed over: its pickup code, if the shop asks for it' }),
  age_ms: stepAge,
});
export const promiseTimeBody = z.object({ ready_in_minutes: readyInMinutes });
export const advancedOrderView = orderView.extend({ changed: z.boolean() }).meta({ id: 'AdvancedOrder' });
export type AdvancedOrderView = z.infer<typeof advancedOrderView>;

export const ORDER_REJECTIONS = [
  'not_found',
  'mixed_shops',
  'price_changed',
  'out_of_stock',
  'above_max_quantity',
  'note_too_long',
  'below_min_order',
  'out_of_delivery_area',
  'shop_closed',
  'shop_getting_ready',
  'customer_blocked',
  'idempotency_conflict',
  'payment_unverified',
  'rate_limited',
] as const satisfies ErrorCode[];

export const placeOrder = endpoint({
  method: 'post',
  path: '/api/orders',
  access: 'user',
  changes: [...ORDER_PATHS, ...OWN_ORDER_PATHS],
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
  summary: "List the user's orders, newest first, 50 or `limit` up to 200 at a time",
  query: ownOrdersQuery,
  output: z.array(orderView),
});

export const listOrderedShops = endpoint({
  method: 'get',
  path: '/api/orders/user/shops',
  access: 'user',
  summary: 'List the shops that the user has ordered from, by name',
  output: z.array(orderedShopView),
});

export const listShopOrders = endpoint({
  method: 'get',
  path: '/api/orders/shop/:shopId',
  access: 'orders',
  summary: "List a shop's orders, newest first, or its open ones, oldest first, 50 or `limit` up to 200 at a time",
  params: shopOrdersParams,
  query: shopOrdersQuery,
  output: z.array(orderView),
});

export const countShopOrders = endpoint({
  method: 'get',
  path: '/api/orders/shop/:shopId/counts',
  access: 'orders',
  summary: "Count a shop's orders by status",
  params: shopOrdersParams,
  output: orderCountsView,
});

export const advanceOrder = endpoint({
  method: 'patch',
  path: '/api/orders/:id/status',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Move an order to its next status',
  params: idParams,
  body: advanceStatusBody,
  output: advancedOrderView,
  errors: ['status_not_allowed', 'pickup_code_wrong', 'rate_limited'],
});

export const promiseTime = endpoint({
  method: 'post',
  path: '/api/orders/:id/promise',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Promise when an accepted order is ready, as its shop',
  params: idParams,
  body: promiseTimeBody,
  output: orderView,
  errors: ['status_not_allowed'],
});
