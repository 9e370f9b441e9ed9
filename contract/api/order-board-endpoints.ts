import * as z from 'zod';
import { idParams } from './common.schema.ts';
import type { Endpoint } from './endpoint.ts';
import {
  acknowledgeBody,
  acknowledgedView,
  notificationView,
  notificationsQuery,
  streamQuery,
  streamTicketView,
} from './notifications.schema.ts';
import {
  advancedOrderView,
  advanceStatusBody,
  orderCountsView,
  orderView,
  shopOrdersParams,
  shopOrdersQuery,
} from './orders.schema.ts';

/** The calls of a shop's order board: its orders, their steps, and what tells of new ones. Spec section 7. */
export const ORDER_BOARD_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/orders/shop/:shopId',
    auth: 'vendor',
    summary: "A shop's orders, newest first",
    params: shopOrdersParams,
    query: shopOrdersQuery,
    status: 200,
    answer: z.array(orderView),
  },
  {
    method: 'get',
    path: '/api/orders/shop/:shopId/counts',
    auth: 'vendor',
    summary: "How many of a shop's orders have each status",
    params: shopOrdersParams,
    status: 200,
    answer: orderCountsView,
  },
  {
    method: 'patch',
    path: '/api/orders/:id/status',
    auth: 'vendor',
    summary: 'Move an order one step',
    params: idParams,
    body: advanceStatusBody,
    status: 200,
    answer: advancedOrderView,
  },
  {
    method: 'get',
    path: '/api/notifications',
    auth: 'vendor',
    summary: "The shop's notifications, newest first",
    query: notificationsQuery,
    status: 200,
    answer: z.array(notificationView),
  },
  {
    method: 'get',
    path: '/api/notifications/acknowledged',
    auth: 'vendor',
    summary: 'Up to which new order somebody at the shop has taken notice',
    status: 200,
    answer: acknowledgedView,
  },
  {
    method: 'post',
    path: '/api/notifications/acknowledge',
    auth: 'vendor',
    summary: 'Take notice of the new orders so far, for all devices of the shop',
    body: acknowledgeBody,
    status: 200,
    answer: acknowledgedView,
  },
  {
    method: 'post',
    path: '/api/notifications/stream-ticket',
    auth: 'vendor',
    isRead: true,
    summary: 'A ticket for one stream, good for 60 seconds',
    status: 200,
    answer: streamTicketView,
  },
  {
    method: 'get',
    path: '/api/notifications/stream',
    auth: 'query',
    summary: 'New orders as server-sent events',
    query: streamQuery,
    status: 200,
  },
];
