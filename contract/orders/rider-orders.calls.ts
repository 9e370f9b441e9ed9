import * as z from 'zod';
import { REASON_TEXT_MAX, RETURN_REASONS } from './order-reasons.ts';
import { multiLine, rupees, stepAge } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS } from '../changes.ts';
import { handOverCode, shopOrderParams, teamOrderFacts } from './packing.calls.ts';
import { ownShopParams } from '../shops/settings.calls.ts';

/** An order that waits for a rider, or that the calling rider delivers. */
export const riderOrderView = z
  .object({
    ...teamOrderFacts,
    note: z
      .string()
      .nullable()
      .meta({ description: "The customer's note; only of an order that this rider has picked up" }),
    mine: z.boolean().meta({ description: 'Whether this rider has picked it up; the others wait in the shop' }),
    customer_name: z.string().meta({ description: 'The first name, unless this rider has the order' }),
    customer_phone: z.string().nullable().meta({ description: 'Only of an order that this rider has picked up' }),
    address: z
      .object({
        city: z.string(),
        zip: z.string(),
        street: z.string().nullable().meta({ description: 'Only of an order that this rider has picked up' }),
      })
      .nullable(),
    item_count: z.number().int(),
    to_collect: rupees.nullable().meta({ description: 'What is to be collected at the door; null when it is paid' }),
  })
  .meta({ id: 'RiderOrder' });
export type RiderOrderView = z.infer<typeof riderOrderView>;

export const advanceDeliveryBody = z.object({
  status: z.enum(['In Transit', 'Delivered']),
  code: handOverCode,
  age_ms: stepAge,
});

export const returnDeliveryBody = z.object({
  reason: z.enum(RETURN_REASONS),
  text: multiLine(REASON_TEXT_MAX)
    .transform((text) => text || undefined)
    .optional(),
});

export const listRiderOrders = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/deliveries',
  access: 'deliveries',
  summary: 'List the deliveries that this rider has picked up, and those that wait for a rider, oldest first',
  params: ownShopParams,
  output: z.array(riderOrderView),
});

export const advanceDelivery = endpoint({
  method: 'patch',
  path: '/api/shops/:shopId/deliveries/:id',
  access: 'deliveries',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Pick up a delivery in the shop, or hand over one that this rider has picked up',
  params: shopOrderParams,
  body: advanceDeliveryBody,
  output: riderOrderView,
  errors: ['status_not_allowed', 'pickup_code_wrong', 'rate_limited'],
});

export const returnDelivery = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/deliveries/:id/return',
  access: 'deliveries',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Bring back a delivery that this rider has picked up and could not deliver',
  params: shopOrderParams,
  body: returnDeliveryBody,
  output: riderOrderView,
  errors: ['status_not_allowed'],
});
