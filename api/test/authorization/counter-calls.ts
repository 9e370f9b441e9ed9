import type { CounterSaleBody } from '@haat/contract/orders/counter-sales.calls';
import { sellAtCounter } from '@haat/core/orders/place/sell-at-counter';
import { createProduct } from '@haat/core/test/factories';
import type { Calls } from './fixtures.ts';

/** Who sells over the counter of a shop, and for whom a scanned code means what. */
export const COUNTER_CALLS: Calls = {
  'GET /api/scan of a shop': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: ({ shop }) => ({ path: `/api/scan?code=${shop.slug}` }),
  },
  'GET /api/scan of a product': {
    expected: '401 403 403 200 403 200 200 401 401 200 403',
    input: async ({ shop }) => {
      await createProduct({ shop, variants: [{ barcode: '2000000000015' }] });
      return { path: `/api/scan?code=2000000000015&shopId=${shop.id}` };
    },
  },
  'GET /api/shops/:shopId/counter-items': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/counter-items` }),
  },
  'GET /api/shops/:shopId/counter-sales': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/counter-sales` }),
  },
  'POST /api/shops/:shopId/counter-sales': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: async ({ shop, variant }) => ({
      path: `/api/shops/${shop.id}/counter-sales`,
      body: {
        lines: [{ variant_id: variant.id, quantity: 1, price: 500 }],
        total: 500,
        payment_method: 'cod',
      },
    }),
  },
  'POST /api/orders/:id/counter-return': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ shop, variant, people }) => {
      const { id: shopId, slug: shopSlug } = shop;
      const { id: userId, email } = people.VS.user;
      const sessionId = crypto.randomUUID();
      const by = {
        userId,
        actorId: userId,
        sessionId,
        email,
        shopId,
        shopSlug,
        role: 'vendor',
        isPlatformAdmin: false,
      } as const;
      const lines = [{ variant_id: variant.id, quantity: 1, price: 500 }];
      const sale: CounterSaleBody = { lines, total: 500, payment_method: 'cod' };
      const { id, items } = await sellAtCounter({ shopId, by, body: sale, key: undefined });
      const body = { lines: [{ item_id: items[0]?.id, quantity: 1 }], to_stock: true };
      return { path: `/api/orders/${id}/counter-return`, body };
    },
  },
};
