import { database } from '@haat/core/db/database';
import { createCategory } from '@haat/core/test/factories';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

const OWN = '401 403 403 200 404 200 200 401 401 403 403';
const OWN_WITHOUT_CONTENT = '401 403 403 204 404 204 204 401 401 403 403';
const OF_SHOP = '401 403 403 200 403 200 200 401 401 403 403';

export const CATEGORY_CALLS: Calls = {
  'GET /api/shops/:shopId/categories': {
    expected: OF_SHOP,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/categories` }),
  },
  'PUT /api/shops/:shopId/category-order': {
    expected: '401 403 403 204 403 204 204 401 401 403 403',
    input: async (world) => ({
      path: `/api/shops/${world.shop.id}/category-order`,
      body: { categories: [await own(world, 'categories')] },
    }),
  },
  'PATCH /api/categories/:id': {
    expected: OWN,
    input: async (world) => ({
      path: `/api/categories/${await own(world, 'categories')}`,
      body: { name: world.newName() },
    }),
  },
  'PATCH /api/categories/:id of all shops': {
    expected: '401 403 403 403 403 403 403 401 401 403 403',
    input: async (world) => ({
      path: `/api/categories/${await createCategory({ name: 'Shared by all' })}`,
      body: { name: world.newName() },
    }),
  },
  'POST /api/categories/:id/merge': {
    expected: OWN,
    input: async (world) => ({
      path: `/api/categories/${await own(world, 'categories')}/merge`,
      body: { into: await own(world, 'categories') },
    }),
  },
  'DELETE /api/categories/:id': {
    expected: OWN_WITHOUT_CONTENT,
    input: async (world) => ({ path: `/api/categories/${await own(world, 'categories')}` }),
  },
  'GET /api/shops/:shopId/units': {
    expected: OF_SHOP,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/units` }),
  },
  'PATCH /api/units/:id': {
    expected: OWN,
    input: async (world) => ({ path: `/api/units/${await own(world, 'units')}`, body: { name: world.newName() } }),
  },
  'POST /api/units/:id/merge': {
    expected: OWN,
    input: async (world) => ({
      path: `/api/units/${await own(world, 'units')}/merge`,
      body: { into: await own(world, 'units') },
    }),
  },
  'DELETE /api/units/:id': {
    expected: OWN_WITHOUT_CONTENT,
    input: async (world) => ({ path: `/api/units/${await own(world, 'units')}` }),
  },
};

/** A new category or unit of the shop. */
async function own({ shop, newName }: AuthorizationFixtures, table: 'categories' | 'units'): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(
    `INSERT INTO ${table} (shop_id, name) VALUES ($1, $2) RETURNING id`,
    [shop.id, newName()],
  );
  return rows[0]!.id;
}
