import { orderBody } from '@haat/core/test/order-body';
import type { Calls } from './call.ts';

const home = { name: 'Home', street: '1, 2nd Cross', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

export const ORDER_CALLS: Calls = {
  'GET /api/address': { expected: '401 200 200 200 200 200 200 401 401' },
  'POST /api/address': { expected: '401 200 200 200 200 200 200 401 401', input: () => ({ body: home }) },
  'POST /api/address with the id of CO': {
    expected: '401 200 404 404 404 404 404 401 401',
    input: ({ address }) => ({ body: { ...home, id: address.id } }),
  },
  'POST /api/orders': {
    expected: '401 201 201 201 201 201 201 401 401',
    input: ({ variant }) => ({ body: orderBody([{ variant }]) }),
  },
  'POST /api/orders to the address of CO': {
    expected: '401 201 404 404 404 404 404 401 401',
    input: ({ variant, address }) => ({
      body: orderBody([{ variant, quantity: 2 }], { takeaway: false, address: { id: address.id } }),
    }),
  },
  'GET /api/orders/user': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/orders/shop/:shopId': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}` }),
  },
  'GET /api/orders/shop/:shopId of a status with a search': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}?status=Pending&search=12` }),
  },
  'GET /api/orders/shop/:shopId/counts': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}/counts` }),
  },
  'PATCH /api/orders/:id/status': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await newOrder()}/status`,
      body: { status: 'Accepted' },
    }),
  },
  'PATCH /api/orders/:id/status of no order': {
    expected: '401 403 403 404 404 404 404 401 401',
    input: () => ({
      path: '/api/orders/999999999/status',
      body: { status: 'Accepted' },
    }),
  },
};
