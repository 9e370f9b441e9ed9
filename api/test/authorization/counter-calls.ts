import type { Calls } from './fixtures.ts';

/** Who sells over the counter of a shop. */
export const COUNTER_CALLS: Calls = {
  'GET /api/shops/:shopId/counter-items': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/counter-items` }),
  },
  'POST /api/shops/:shopId/counter-sales': {
    expected: '401 403 403 201 403 201 201 401 401',
    input: async ({ shop, variant }) => ({
      path: `/api/shops/${shop.id}/counter-sales`,
      body: {
        lines: [{ variant_id: variant.id, quantity: 1, price: 500 }],
        total: 500,
        payment_method: 'cod',
      },
    }),
  },
};
