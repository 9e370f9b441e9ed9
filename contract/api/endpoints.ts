import * as z from 'zod';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { visitCountView } from './analytics.schema.ts';
import { CATALOGUE_ENDPOINTS } from './catalogue-endpoints.ts';
import { DAY_BOOK_ENDPOINTS } from './day-book-endpoints.ts';
import { DESK_ENDPOINTS } from './desk-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { FIGURES_ENDPOINTS } from './figures-endpoints.ts';
import { IMPORT_ENDPOINTS } from './import-endpoints.ts';
import { navigationView } from './navigation.schema.ts';
import { OPERATOR_PAYMENTS_ENDPOINTS } from './operator-payments-endpoints.ts';
import { ORDER_BOARD_ENDPOINTS } from './order-board-endpoints.ts';
import { PUSH_ENDPOINTS } from './push-endpoints.ts';
import { orderView, ordersQuery, placedOrderView, placeOrderBody } from './orders.schema.ts';
import { PAYMENT_ENDPOINTS } from './payments-endpoints.ts';
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
    isOnce: true,
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
  ...PAYMENT_ENDPOINTS,
  ...ORDER_BOARD_ENDPOINTS,
  ...FIGURES_ENDPOINTS,
  ...DAY_BOOK_ENDPOINTS,
  ...OPERATOR_PAYMENTS_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...PUSH_ENDPOINTS,
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
