import type { Calls } from './call.ts';

export const PRODUCT_CALLS: Calls = {
  'GET /api/products': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: ({ shop }) => ({ path: `/api/products?shopId=${shop.id}` }),
  },
  'GET /api/products/:id': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: ({ product }) => ({ path: `/api/products/${product.id}` }),
  },
  'GET /api/products/:id unpublished': {
    expected: '401 404 404 200 404 200 200 401 401',
    input: ({ unpublished }) => ({ path: `/api/products/${unpublished.id}` }),
  },
};
