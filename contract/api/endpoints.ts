import * as z from 'zod';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { visitCountView } from './analytics.schema.ts';
import { CATALOGUE_ENDPOINTS } from './catalogue-endpoints.ts';
import { idParams } from './common.schema.ts';
import { DESK_ENDPOINTS } from './desk-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { FIGURES_ENDPOINTS } from './figures-endpoints.ts';
import { navigationView } from './navigation.schema.ts';
import { notificationView, notificationsQuery, streamQuery, streamTicketView } from './notifications.schema.ts';
import {
  advancedOrderView,
  advanceStatusBody,
  orderView,
  ordersQuery,
  placedOrderView,
  placeOrderBody,
  shopOrdersParams,
} from './orders.schema.ts';
import { shopCard, shopParams, shopsQuery, shopView } from './shops.schema.ts';

/** The calls of spec section 7 that the server answers, and our own beside them; the API documentation is made of them. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...ACCOUNT_ENDPOINTS,
  ...DESK_ENDPOINTS,
  { method: 'get', path: '/api/navigation', auth: 'none', summary: 'Menu items', status: 200, answer: navigationView },
  {
    method: 'get',
    path: '/api/shops',
    auth: 'none',
    summary: 'Shops nearby, nearest first',
    query: shopsQuery,
    status: 200,
    answer: z.array(shopCard),
  },
  {
    method: 'get',
    path: '/api/shops/:slug',
    auth: 'none',
    summary: 'One shop',
    params: shopParams,
    status: 200,
    answer: shopView,
  },
  ...CATALOGUE_ENDPOINTS,
  {
    method: 'post',
    path: '/api/orders',
    auth: 'user',
    summary: 'Place an order',
    body: placeOrderBody,
    status: 201,
    answer: placedOrderView,
  },
  {
    method: 'get',
    path: '/api/orders/user',
    auth: 'user',
    summary: 'Own orders, newest first',
    query: ordersQuery,
    status: 200,
    answer: z.array(orderView),
  },
  {
    method: 'get',
    path: '/api/orders/shop/:shopId',
    auth: 'vendor',
    summary: "A shop's orders, newest first",
    params: shopOrdersParams,
    query: ordersQuery,
    status: 200,
    answer: z.array(orderView),
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
  ...FIGURES_ENDPOINTS,
  { method: 'post', path: '/api/analytics/visit', auth: 'none', summary: 'Count a visit', status: 204 },
  {
    method: 'get',
    path: '/api/analytics/visit-count',
    auth: 'none',
    summary: 'Visits so far',
    status: 200,
    answer: visitCountView,
  },
];
