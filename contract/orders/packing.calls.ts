import * as z from 'zod';
import { ORDER_STATUSES } from './order-status.ts';
import { isPickupCode } from './pickup-code.ts';
import { id, idParam, rupees, stepAge, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS } from '../changes.ts';
import { packedGrams } from './order-lines.calls.ts';
import { ownShopParams } from '../shops/settings.calls.ts';

export const shopOrderParams = z.object({ shopId: idParam, id: idParam });

/** The pickup code of an order, if the shop asks for it at the handover. */
export const handOverCode = z.string().refine(isPickupCode, 'must be four digits').optional();

/** The fields shared by the orders that helpers pack and the orders that riders deliver. */
export const teamOrderFacts = {
  id,
  orderNumber: z.string(),
  order_date: timestamp,
  order_status: z.enum(ORDER_STATUSES),
  promised_at: timestamp.nullable().meta({ description: 'When the shop promised the order to be ready' }),
  note: z.string().nullable().meta({ description: "The customer's note for the shop" }),
  waits: z.boolean().meta({ description: 'The order stays as it is until the customer or the shop has answered' }),
  asks_code: z.boolean().meta({ description: 'Whether the shop hands the order over with the pickup code only' }),
};

/** An order to be packed or handed over in the shop: no prices, no sums, no phone number. */
export const orderToPackView = z
  .object({
    ...teamOrderFacts,
    takeaway: z.boolean(),
    customer_name: z.string().meta({ description: 'The first name' }),
    items: z.array(
      z.object({
        id,
        name: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        unit: z.string().nullable(),
        quantity: z.number().int(),
        packed_grams: packedGrams,
      }),
    ),
    to_collect: rupees.nullable().meta({
      description: 'What is to be collected when a takeaway is handed over; null for deliveries and what is paid',
    }),
  })
  .meta({ id: 'OrderToPack' });
export type OrderToPackView = z.infer<typeof orderToPackView>;

export const packOrderBody = z.object({ status: z.enum(['Ready', 'Delivered']), code: handOverCode, age_ms: stepAge });

export const listOrdersToPack = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/packing',
  access: 'packing',
  summary: 'List the orders to be packed, and the takeaways that are ready, oldest first, without amounts',
  params: ownShopParams,
  output: z.array(orderToPackView),
});

export const packOrder = endpoint({
  method: 'patch',
  path: '/api/shops/:shopId/packing/:id',
  access: 'packing',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Mark a packed takeaway as ready, or hand it over',
  params: shopOrderParams,
  body: packOrderBody,
  output: orderToPackView,
  errors: ['status_not_allowed', 'pickup_code_wrong', 'rate_limited'],
});
