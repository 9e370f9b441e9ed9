import { database } from '@haat/core/db/database';
import { OF_OPERATOR } from './expected.ts';
import type { Calls } from './fixtures.ts';

export const SHARED_CATALOG_CALLS: Calls = {
  'GET /api/catalog/names': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /api/catalog/products': { expected: '401 403 403 200 200 200 200 401 401 403 403' },
  'POST /api/shops/:shopId/known-products': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: ({ shop, newName }) => ({
      path: `/api/shops/${shop.id}/known-products`,
      body: { products: [{ name: newName(), unit: 'kg', price: 20, stock: 1 }] },
    }),
  },
  'GET /api/catalog/options': { expected: '401 403 403 200 200 200 200 401 401 403 403' },
  'GET /api/operator/catalog/:kind': {
    expected: OF_OPERATOR,
    input: () => ({ path: '/api/operator/catalog/categories' }),
  },
  'POST /api/operator/catalog/:kind': {
    expected: OF_OPERATOR.replaceAll('200', '201'),
    input: ({ newName }) => ({ path: '/api/operator/catalog/units', body: { name: newName() } }),
  },
  'PATCH /api/operator/catalog/:kind/:id': {
    expected: OF_OPERATOR,
    input: async () => ({ path: `/api/operator/catalog/categories/${await sharedId('categories')}`, body: {} }),
  },
  'GET /api/operator/catalog-products': { expected: OF_OPERATOR },
  'POST /api/operator/catalog-products': {
    expected: OF_OPERATOR.replaceAll('200', '201'),
    input: async ({ newName }) => {
      const [category_id, unit_id] = [await sharedId('categories'), await sharedId('units')];
      return { body: { name: newName(), category_id, unit_id } };
    },
  },
  'PATCH /api/operator/catalog-products/:id': {
    expected: OF_OPERATOR,
    input: async () => ({ path: `/api/operator/catalog-products/${await sharedId('known_products')}`, body: {} }),
  },
};

async function sharedId(table: 'categories' | 'units' | 'known_products'): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(`SELECT min(id) AS id FROM ${table} WHERE key <> ''`);
  return rows[0]!.id;
}
