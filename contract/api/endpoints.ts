import * as z from 'zod';
import { visitCountView } from './analytics.schema.ts';
import { addressView, saveAddressBody } from './addresses.schema.ts';
import {
  loginBody,
  loginView,
  logoutBody,
  refreshBody,
  refreshView,
  sendTokenBody,
  sendTokenView,
} from './auth.schema.ts';
import { idParams } from './common.schema.ts';
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
import { productDetail, productsQuery, productView } from './products.schema.ts';
import { shopCard, shopParams, shopsQuery, shopView } from './shops.schema.ts';
import { userView } from './users.schema.ts';

/** One call of the product. `auth`: nobody, any signed-in user, a member of a shop, or a token in the query. */
export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch';
  path: string;
  auth: 'none' | 'user' | 'vendor' | 'query';
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  status: number;
  answer?: z.ZodType;
};

/** The calls of spec section 7 that the server answers, and our own beside them; the API documentation is made of them. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api/auth/send-token',
    auth: 'none',
    summary: 'Mail a one-time code',
    body: sendTokenBody,
    status: 200,
    answer: sendTokenView,
  },
  {
    method: 'post',
    path: '/api/auth/login-with-token',
    auth: 'none',
    summary: 'Sign in with the code',
    body: loginBody,
    status: 200,
    answer: loginView,
  },
  {
    method: 'post',
    path: '/api/auth/refresh-token',
    auth: 'none',
    summary: 'A new access token',
    body: refreshBody,
    status: 200,
    answer: refreshView,
  },
  { method: 'post', path: '/api/auth/logout', auth: 'user', summary: 'End the session', body: logoutBody, status: 204 },
  { method: 'get', path: '/api/users/me', auth: 'user', summary: 'The signed-in user', status: 200, answer: userView },
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
  {
    method: 'get',
    path: '/api/products',
    auth: 'none',
    summary: "A shop's shelf",
    query: productsQuery,
    status: 200,
    answer: z.array(productView),
  },
  {
    method: 'get',
    path: '/api/products/:id',
    auth: 'user',
    summary: 'One product',
    params: idParams,
    status: 200,
    answer: productDetail,
  },
  {
    method: 'get',
    path: '/api/address',
    auth: 'user',
    summary: 'Own addresses',
    status: 200,
    answer: z.array(addressView),
  },
  {
    method: 'post',
    path: '/api/address',
    auth: 'user',
    summary: 'Create or change an own address',
    body: saveAddressBody,
    status: 200,
    answer: addressView,
  },
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
    summary: 'A 60-second ticket for the stream',
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
