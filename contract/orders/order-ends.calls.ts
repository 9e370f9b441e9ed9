import * as z from 'zod';
import {
  CUSTOMER_REASONS,
  ORDER_REASONS,
  type OrderReason,
  REASON_TEXT_MAX,
  RETURN_REASONS,
  SHOP_REASONS,
} from './order-reasons.ts';
import { idParams, multiLine } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS, OWN_ORDER_PATHS } from '../changes.ts';
import { itemQuantities } from './order-lines.calls.ts';
import { advancedOrderView } from './orders.calls.ts';

const reasonText = multiLine(REASON_TEXT_MAX)
  .transform((text) => text || undefined)
  .optional()
  .meta({ description: "In the actor's own words; required with the reason other" });

const reasonBody = <Reason extends OrderReason>(reasons: readonly [Reason, ...Reason[]]) =>
  z
    .object({ reason: z.enum(reasons), text: reasonText })
    .refine(({ reason, text }) => reason !== 'other' || text !== undefined, {
      path: ['text'],
      message: 'is required with the reason other',
    });

export const declineOrderBody = reasonBody(SHOP_REASONS);
export const cancelOrderBody = reasonBody(ORDER_REASONS);
export const returnOrderBody = z.object({
  reason: z.enum(RETURN_REASONS),
  text: reasonText,
  written_off: itemQuantities
    .optional()
    .meta({ description: 'The items that cannot be sold again; all others go back on sale' }),
});
export const requestCancellationBody = reasonBody(CUSTOMER_REASONS);
export const answerCancellationBody = z.object({ cancel: z.boolean() });

export const declineOrder = endpoint({
  method: 'post',
  path: '/api/orders/:id/decline',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Decline an order that is Pending, as its shop',
  params: idParams,
  body: declineOrderBody,
  output: advancedOrderView,
  errors: ['status_not_allowed'],
});

export const cancelOrder = endpoint({
  method: 'post',
  path: '/api/orders/:id/cancel',
  access: 'user',
  changes: [...ORDER_PATHS, ...OWN_ORDER_PATHS],
  onSharedDevice: 'acting',
  summary: 'Cancel an order, as its customer while it is Pending or shortly after, as its shop, or as the operator',
  params: idParams,
  body: cancelOrderBody,
  output: advancedOrderView,
  errors: ['status_not_allowed'],
});

export const requestCancellation = endpoint({
  method: 'post',
  path: '/api/orders/:id/cancellation-request',
  access: 'user',
  changes: ORDER_PATHS,
  summary:
    'Ask the shop to cancel an accepted order, as its customer when it can no longer be cancelled without asking',
  params: idParams,
  body: requestCancellationBody,
  output: advancedOrderView,
  errors: ['status_not_allowed'],
});

export const answerCancellation = endpoint({
  method: 'post',
  path: '/api/orders/:id/cancellation-request/answer',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Answer a cancellation request, as the shop: cancel the order or keep it',
  params: idParams,
  body: answerCancellationBody,
  output: advancedOrderView,
  errors: ['status_not_allowed'],
});

export const returnOrder = endpoint({
  method: 'post',
  path: '/api/orders/:id/return',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'End an order that could not be delivered, as its shop',
  params: idParams,
  body: returnOrderBody,
  output: advancedOrderView,
  errors: ['status_not_allowed'],
});
