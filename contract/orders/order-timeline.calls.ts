import * as z from 'zod';
import { TIMELINE_KINDS } from './order-events.ts';
import { ORDER_ACTORS, ORDER_REASONS } from './order-reasons.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATES } from '../payments/payment.ts';
import { id, idParams, rupees, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';

/** The state of a message; `logged`: no service is set up to send it. */
const MESSAGE_STATES = ['queued', 'sent', 'logged', 'failed', 'dead', 'dropped'] as const;

const sentMessage = z.object({
  channel: z.enum(['push', 'mail', 'message']),
  to: z.enum(['customer', 'shop']),
  about: z.string().meta({ description: 'Kind of the notification' }),
  state: z.enum(MESSAGE_STATES),
  count: z.number().int().min(1).meta({ description: 'To how many devices or addresses' }),
});

const paymentStep = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  state: z.enum(PAYMENT_STATES),
  source: z.string().meta({ description: 'Who or what caused the event' }),
});

/**
 * One entry. Its kind decides which optional fields it has; `by`, `device`, `message` and `payment`: for shop and operator only.
 */
const timelineEntryView = z.object({
  kind: z.enum(TIMELINE_KINDS),
  at: timestamp,
  actor: z.enum(ORDER_ACTORS).optional(),
  by: z.string().optional().meta({ description: 'Name of the actor' }),
  device: z.string().optional().meta({ description: 'What the actor used, for example Chrome on Android' }),
  status: z
    .enum(ORDER_STATUSES)
    .optional()
    .meta({ description: 'The status that was reached, or that a message is about' }),
  revision: z.number().int().min(1).optional().meta({ description: 'The revision of the order afterwards, from 2 on' }),
  reason: z.enum(ORDER_REASONS).optional(),
  text: z.string().optional().meta({ description: "The reason in the actor's own words" }),
  amount: rupees.optional().meta({ description: 'The amount that is refunded or paid' }),
  total: rupees.optional().meta({ description: 'The total of the order afterwards' }),
  // A `timestamp` would be changed to UTC: clients have always had it with the offset `+00:00`, as PostgreSQL stores it.
  promised: z.string().optional().meta({ format: 'date-time' }),
  alert: z.enum(['push', 'webhook']).optional().meta({ description: 'How the shop was reminded' }),
  message: sentMessage.optional(),
  payment: paymentStep.optional(),
});
export type TimelineEntryView = z.infer<typeof timelineEntryView>;

export const orderTimelineView = z
  .object({
    id,
    orderNumber: z.string(),
    takeaway: z.boolean(),
    shop: z.object({ slug: z.string(), name: z.string().nullable() }),
    audience: z.enum(['customer', 'staff']).meta({
      description: 'Customers see neither the names of staff nor what concerns the shop alone',
    }),
    order_status: z.enum(ORDER_STATUSES),
    entries: z.array(timelineEntryView),
  })
  .meta({ id: 'OrderTimeline', description: 'All that happened to an order, oldest first' });
export type OrderTimelineView = z.infer<typeof orderTimelineView>;

export const recordPrint = endpoint({
  method: 'post',
  path: '/api/orders/:id/prints',
  access: 'orders',
  servesOrders: true,
  summary: 'Record that a receipt of an order was printed',
  params: idParams,
  body: z.object({ revision: z.number().int().min(1).meta({ description: 'Of the order, as it was printed' }) }),
});

export const getOrderTimeline = endpoint({
  method: 'get',
  path: '/api/orders/:id/timeline',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'Get the timeline of an order, as its customer, a member of its shop or the operator',
  params: idParams,
  output: orderTimelineView,
});
