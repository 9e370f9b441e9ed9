import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, timestamp, page, rupees } from '../common.ts';
import { ORDER_STATUSES } from '../orders/order-status.ts';
import { CUSTOMER_UPDATE_NAMES } from '../orders/order-updates.ts';

/**
 * `id` is the number in the shop's own feed: it has no gaps, and a stream resumes from it. `message` is in English; the other
 * fields have its values, `total` in rupees. A locked shared device gets `item_count` and `takeaway` only.
 */
export const notificationView = z
  .object({
    id,
    message: z.string(),
    created_at: timestamp,
    order_id: id,
    order_number: z.string(),
    user_name: z.string().optional(),
    address: z.string().nullable().optional(),
    phone: z.string().nullable().optional(),
    item_count: z.number().int().optional(),
    takeaway: z.boolean().optional(),
    total: z.number().optional(),
  })
  .meta({ id: 'Notification' });
export type NotificationView = z.infer<typeof notificationView>;

/** `after`: only notifications with a greater id. Newest first. */
export const notificationsQuery = page;

/** `token` is a stream ticket or an access token; `lastEventId` replaces the header, which the first request cannot set. */
export const streamQuery = z.object({
  // Without a token, the request is rejected like any call without a session.
  token: z.string().max(4096).default(''),
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/** The number up to which a shop has acknowledged its new orders. */
export const acknowledgedView = z.object({ seq: z.number().int().min(0) }).meta({ id: 'Acknowledged' });
export type AcknowledgedView = z.infer<typeof acknowledgedView>;

/** A number beyond the latest counts as the latest; one below the acknowledged number changes nothing. */
export const markReadBody = z.object({ seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });

/** `shop_id`: the shop whose orders they are; refused when the session has been switched to another one. */
export const acknowledgeBody = markReadBody.extend({ shop_id: id.optional() });

/**
 * A notification of a customer. `id` is its number in their own feed; `status` is set on status changes, `amount` in rupees on
 * refunds. `takeaway`: missing from servers of earlier versions. `is_read`: as of this answer.
 */
export const ownNotificationView = z
  .object({
    id,
    kind: z.enum([
      'order.status',
      'order.refund',
      'order.expired',
      'order.adjustment',
      'order.problem',
      'order.cancellation',
    ]),
    status: z.enum(ORDER_STATUSES).nullable(),
    update: z.enum(CUSTOMER_UPDATE_NAMES).optional(),
    amount: rupees.optional(),
    order_id: id,
    order_number: z.string(),
    takeaway: z.boolean().optional(),
    shop: z.object({ slug: z.string(), name: z.string().nullable() }),
    created_at: timestamp,
    is_read: z.boolean(),
  })
  .meta({ id: 'OwnNotification' });
export type OwnNotificationView = z.infer<typeof ownNotificationView>;

/**
 * An order that was not accepted in time. `stopped_shop`: it is one of the latest ones, because of which the shop takes no orders
 * now.
 */
export const missedOrderView = z
  .object({
    id,
    orderNumber: z.string(),
    total: rupees,
    customer_name: z.string(),
    customer_phone: z.string().nullable(),
    missed_at: timestamp,
    is_read: z.boolean(),
    stopped_shop: z.boolean(),
  })
  .meta({ id: 'MissedOrder' });
export type MissedOrderView = z.infer<typeof missedOrderView>;

export const readMissedBody = z.object({ order_ids: z.array(id).min(1).max(100) });

/** `after`: only notifications after this id in the list, which are older. */
export const ownNotificationsQuery = page;

/** `latest`: the number of the newest notification. */
export const unreadView = z.object({ unread: z.number().int().min(0), latest: z.number().int().min(0) });
export type UnreadView = z.infer<typeof unreadView>;

export const streamTicketView = z.object({ ticket: z.string(), expires_in: z.number().int() });
export type StreamTicketView = z.infer<typeof streamTicketView>;

export const listNotifications = endpoint({
  method: 'get',
  path: '/api/notifications',
  access: 'orders',
  onSharedDevice: 'locked',
  summary: "List the shop's notifications, newest first",
  query: notificationsQuery,
  output: z.array(notificationView),
});

export const getAcknowledged = endpoint({
  method: 'get',
  path: '/api/notifications/acknowledged',
  access: 'orders',
  onSharedDevice: 'locked',
  summary: 'Get the number of the last acknowledged new order',
  output: acknowledgedView,
});

export const acknowledgeOrders = endpoint({
  method: 'post',
  path: '/api/notifications/acknowledge',
  access: 'orders',
  servesOrders: true,
  summary: 'Acknowledge the new orders so far, for all devices of the shop',
  body: acknowledgeBody,
  output: acknowledgedView,
});

export const listMissedOrders = endpoint({
  method: 'get',
  path: '/api/notifications/missed-orders',
  access: 'orders',
  summary:
    'List the orders that the shop did not accept in time, latest first: all unread ones, and those of the last week',
  output: z.array(missedOrderView),
});

export const readMissedOrders = endpoint({
  method: 'post',
  path: '/api/notifications/missed-orders/read',
  access: 'orders',
  changes: ['/api/notifications/missed-orders'],
  servesOrders: true,
  summary: 'Mark missed orders as read, for all devices of the shop',
  body: readMissedBody,
  output: z.array(missedOrderView),
});

export const createStreamTicket = endpoint({
  method: 'post',
  path: '/api/notifications/stream-ticket',
  access: 'orders',
  onSharedDevice: 'locked',
  summary: 'Create a ticket that opens one stream within 60 seconds',
  isReadOnly: true,
  output: streamTicketView,
});

export const streamNotifications = endpoint({
  method: 'get',
  path: '/api/notifications/stream',
  access: 'stream-ticket',
  summary: 'Receive new orders as server-sent events',
  query: streamQuery,
  isStream: true,
  errors: ['method_not_allowed'],
});

export const listOwnNotifications = endpoint({
  method: 'get',
  path: '/api/users/notifications',
  access: 'user',
  summary: "List the notifications about the user's own orders, newest first",
  query: ownNotificationsQuery,
  output: z.array(ownNotificationView),
});

export const countUnread = endpoint({
  method: 'get',
  path: '/api/users/notifications/unread',
  access: 'user',
  onSharedDevice: 'acting',
  summary: "Count the unread notifications about the user's own orders",
  output: unreadView,
});

export const markRead = endpoint({
  method: 'post',
  path: '/api/users/notifications/read',
  access: 'user',
  changes: ['/api/users/notifications'],
  summary: "Mark the user's notifications up to a number as read, on all devices",
  body: markReadBody,
  output: unreadView,
});
